declare module 'web-push' {
  /** The headers of a message, which name its sender (RFC 8292). */
  export function generateRequestDetails(
    subscription: { endpoint: string },
    payload: null,
    options: {
      vapidDetails: { subject: string; publicKey: string; privateKey: string }
      TTL: number
      topic: string
      headers: Record<string, string>
    },
  ): { headers: Record<string, string | number> }
}
