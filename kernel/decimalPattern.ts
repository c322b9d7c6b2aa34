/** A plain decimal: sign, up to 15 digits, up to 6 places, no exponent. Apart from arithmetic, which the first screen does without. */
export const decimalPattern = /^-?\d{1,15}(\.\d{1,6})?$/
