/** A number of bytes as people read it: `0 MB`, `12 MB`, `1.5 GB`. */
export const inUnits = (bytes: number): string =>
  bytes < gigabyte ? `${Math.ceil(bytes / 1024 ** 2)} MB` : `${(bytes / gigabyte).toFixed(1).replace('.0', '')} GB`

const gigabyte = 1024 ** 3
