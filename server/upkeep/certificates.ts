import { connect } from 'node:tls'

export type Certificate = { readonly host: string; readonly endsAt: string | null; readonly fault: string }

const patienceMs = 3000

/** The certificate that an https address serves now; undefined of another address. A bad one is described and not refused. */
export const readCertificate = async (address: string): Promise<Certificate | undefined> => {
  const { protocol, hostname, port } = new URL(address)
  if (protocol !== 'https:') return undefined
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    // Nothing is said on this line but hello, so whom it reaches does not matter.
    const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, ...(isName(host) && { servername: host }) })
    const end = (endsAt: string | null, fault: string) => {
      socket.destroy()
      resolve({ host: hostname, endsAt, fault })
    }
    socket.setTimeout(patienceMs, () => end(null, 'no answer'))
    socket.once('error', (error) => end(null, error.message))
    socket.once('secureConnect', () => {
      const { valid_to: endText } = socket.getPeerCertificate()
      const fault = socket.authorized ? '' : String(socket.authorizationError)
      end(endText ? new Date(endText).toISOString() : null, fault)
    })
  })
}

const isName = (host: string): boolean => /[a-z]/i.test(host) && !host.includes(':')
