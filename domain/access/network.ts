/** A number from 0 to 255 as people write it. */
const byte = /^(0|[1-9]\d{0,2})$/
const isByte = (part: string): boolean => byte.test(part) && Number(part) <= 255

const isAddressOf4 = (text: string): boolean => {
  const parts = text.split('.')
  return parts.length === 4 && parts.every(isByte)
}

const isGroup = (part: string): boolean => /^[0-9a-fA-F]{1,4}$/.test(part)

const isAddressOf6 = (text: string): boolean => {
  const [head = '', tail, ...more] = text.split('::')
  if (more.length > 0) return false
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))
  const groups = [...groupsOf(head), ...groupsOf(tail ?? '')]
  return groups.every(isGroup) && (tail === undefined ? groups.length === 8 : groups.length < 8)
}

/** True of an address, or of all addresses that begin alike: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
export const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/')
  if (more.length > 0) return false
  const version = isAddressOf4(address) ? 4 : 6
  if (version === 6 && !isAddressOf6(address)) return false
  return bits === undefined || (/^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
