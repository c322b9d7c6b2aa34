declare module 'web-push' {
  const library: {
    generateVAPIDKeys: () => { publicKey: string; privateKey: string }
    /** Encrypts and signs; sends nothing. */
    generateRequestDetails: (
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        vapidDetails: { subject: string; publicKey: string; privateKey: string }
        TTL: number
        urgency: 'normal' | 'high'
        topic: string
      },
    ) => { headers: Record<string, string | number>; body: Buffer }
  }
  export default library
}
