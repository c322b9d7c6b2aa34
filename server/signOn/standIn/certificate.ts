import { createSign, generateKeyPairSync } from 'node:crypto'

const der = (tag: number, ...parts: readonly (Buffer | number[])[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(body.length)]), body])
}

const lengthOctets = (size: number): number[] => {
  if (size < 0x80) return [size]
  return size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const time = (moment: Date): Buffer => der(0x17, Buffer.from(`${moment.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))

/** A certificate of another person's for one address of version 4, signed by itself, good for a day (RFC 5280). */
export const certificateFor = (ip: string): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
  const name = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from('stand-in')))))
  const subjectAlternative = sequence(objectId('551d11'), der(0x04, sequence(der(0x87, ip.split('.').map(Number)))))
  const isAuthority = sequence(objectId('551d13'), der(0x01, [0xff]), der(0x04, sequence(der(0x01, [0xff]))))
  const signed = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(Date.now() - 3_600_000)), time(new Date(Date.now() + 86_400_000))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAlternative, isAuthority)),
  )
  const signature = createSign('sha256').update(signed).sign(privateKey)
  const certificate = sequence(signed, ecdsaWithSha256, der(0x03, [0], signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}
