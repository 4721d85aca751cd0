using ThroughputKit.Requests;

namespace ThroughputKit.Engines.Http2;

/// <summary>The requests of one thread that are always the same, each encoded once.</summary>
/// <param name="isSecure">Whether they are sent over TLS.</param>
internal sealed class Http2Requests(bool isSecure)
{
    private readonly Dictionary<EncodedRequest, Http2Request> _all = new(ReferenceEqualityComparer.Instance);

    public Http2Request Of(EncodedRequest request)
    {
        if (!_all.TryGetValue(request, out var encoded))
        {
            byte[] room = [];
            _all[request] = encoded = Http2RequestEncoder.Encode(request.Bytes, request.IsHead, isSecure, ref room);
        }

        return encoded;
    }

    /// <summary>Encodes a request with data.</summary>
    /// <param name="request">The request.</param>
    /// <param name="bytes">Its bytes.</param>
    /// <param name="room">Room for its header block.</param>
    public Http2Request Encode(EncodedRequest request, ReadOnlyMemory<byte> bytes, ref byte[] room) =>
        Http2RequestEncoder.Encode(bytes, request.IsHead, isSecure, ref room);
}
