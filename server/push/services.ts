/**
 * The push services of browsers, by the names they give to their subscriptions. The person who saves a subscription names an address that we then post
 * to: no other one is.
 */
const services: readonly RegExp[] = [
  // Chrome, Edge on Android, Samsung, Opera
  /^fcm\.googleapis\.com$/,
  // Firefox
  /^updates\.push\.services\.mozilla\.com$/,
  // Safari
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  // Edge on Windows
  /^([a-z0-9-]+\.)*notify\.windows\.com$/,
]

/** Whether an endpoint is one of these services', without anything that would lead round it. */
export const isOfService = (endpoint: string): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  return protocol === 'https:' && port === '' && username === '' && password === '' && services.some((service) => service.test(hostname))
}
