import type { DerivedDay } from './derive.ts'

type PunchedDay = Pick<DerivedDay, 'state'> & { readonly slots: readonly Pick<DerivedDay['slots'][number], 'punchId'>[] }

const isPunched = ({ slots }: PunchedDay): boolean => slots.some(({ punchId }) => punchId !== null)

/** A day with a shift or with free hours and a punch that counts. */
export const isAttended = (day: PunchedDay): boolean => day.state !== 'rest' && isPunched(day)

/** A day of rest with a punch: counted by itself, never as attendance. */
export const isRestDayWorked = (day: PunchedDay): boolean => day.state === 'rest' && isPunched(day)
