/** Metres on the ground that one pixel of the map shows. */
export const metresPerPixel = (latitude: number, zoom: number): number =>
  (equatorMetres * Math.cos((latitude * Math.PI) / 180)) / (256 * 2 ** zoom)

const equatorMetres = 40_075_016.686

/** How far apart lines stand: 1, 2 or 5 times a power of ten metres, some 50 pixels and more. */
export const gridMetres = (perPixel: number): number => {
  const least = perPixel * 48
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5].find((step) => least <= step * power) ?? 10)
}

/** The lines that cross a stretch which begins at a pixel of the world; every fifth is a strong one. */
export const linesBetween = (begin: number, length: number, apart: number): { offset: number; strong: boolean }[] => {
  const first = Math.ceil(begin / apart)
  const count = Math.max(0, Math.ceil((begin + length) / apart) - first)
  return Array.from({ length: count }, (_, index) => ({
    offset: Math.round(((first + index) * apart - begin) * 10) / 10,
    strong: (first + index) % 5 === 0,
  }))
}
