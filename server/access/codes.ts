import { createHash, randomBytes } from 'node:crypto'

/** A code that is printed, read and typed: eighty random bits in letters and digits that no one mistakes for one another. */
export const newCode = (): string =>
  Array.from(randomBytes(16), (byte) => letters[byte % 32])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What is kept of a code. As it was read or typed: case, hyphens and letters that look like digits do not matter. */
export const codeHash = (code: string): string =>
  createHash('sha256')
    .update(
      code
        .toUpperCase()
        .replace(/O/g, '0')
        .replace(/[IL]/g, '1')
        .replace(/[^0-9A-Z]/g, ''),
    )
    .digest('hex')
