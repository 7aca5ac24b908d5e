declare module 'web-push' {
  /** Encrypts a message (RFC 8291) and names its sender (RFC 8292), without sending it. */
  export function generateRequestDetails(
    subscription: { endpoint: string; keys: { auth: string; p256dh: string } },
    payload: string,
    options: {
      vapidDetails: { subject: string; publicKey: string; privateKey: string }
      TTL: number
      topic: string
    },
  ): { headers: Record<string, string | number>; body: Buffer }
}
