/** A number of bytes as people read it, with its first digits: `0 B`, `812 KB`, `1.5 MB`, `12 GB`. */
export const sizeWords = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`
  let value = bytes / 1024
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return `${value < 10 ? value.toFixed(1).replace('.0', '') : Math.round(value)} ${units[unit]}`
}

const units = ['KB', 'MB', 'GB', 'TB']
