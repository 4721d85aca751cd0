# Sourced: one compiler for all builds of a script, apart from everyone else's, so that the script can end it. A script that
# is called by another one uses that one's.
if [ -n "${SharedCompilationId:-}" ]; then
  end_compiler() { :; }
else
  export UseSharedCompilation=true SharedCompilationId="throughputkit-$$"
  end_compiler() {
    local sdk
    sdk="$(dotnet --list-sdks | sed -n "s:^\($(dotnet --version)\) \[\(.*\)\]:\2/\1:p")"
    dotnet exec "$sdk/Roslyn/bincore/VBCSCompiler.dll" -shutdown "-pipename:$SharedCompilationId" > /dev/null 2>&1 || true # none may have been started
  }
fi
