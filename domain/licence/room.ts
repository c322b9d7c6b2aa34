/** How many assets are on the register, and how many the licence covers. */
export type Room = { readonly kept: number; readonly limit: number }

/** `tight` from four fifths on, `scarce` from nineteen twentieths on, `full` where not one more fits. */
export type RoomLevel = 'wide' | 'tight' | 'scarce' | 'full'

export const roomLevel = ({ kept, limit }: Room): RoomLevel => {
  if (kept >= limit) return 'full'
  if (kept * 20 >= limit * 19) return 'scarce'
  return kept * 5 >= limit * 4 ? 'tight' : 'wide'
}

/** How many more fit. */
export const roomLeft = ({ kept, limit }: Room): number => Math.max(0, limit - kept)
