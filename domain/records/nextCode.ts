/** A code in the letters and the number at its end; undefined where no number ends it, or one that is too long to count. */
export const seriesOf = (code: string): { readonly stem: string; readonly digits: string } | undefined => {
  const digits = /\d{1,12}$/.exec(code)?.[0]
  return digits === undefined || /\d$/.test(code.slice(0, -digits.length)) ? undefined : { stem: code.slice(0, -digits.length), digits }
}

/** The code behind the last of its series, as wide as that one is. */
export const codeAfter = ({ stem, digits }: { readonly stem: string; readonly digits: string }, highest: bigint): string =>
  `${stem}${String(highest + 1n).padStart(digits.length, '0')}`

/** The first code of a kind that has none yet. */
export const firstCode = (prefix: string): string => `${prefix}0001`
