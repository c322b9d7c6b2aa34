/** How assets leave for good, as delivered; an organisation adds ways of its own to this list of words. */
export const disposalWays = [
  { value: 'scrap', label: '报废' },
  { value: 'sale', label: '出售' },
  { value: 'donation', label: '捐赠' },
  { value: 'loss', label: '丢失' },
] as const
