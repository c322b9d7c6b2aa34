import { CalendarX2, type LucideIcon, PackagePlus } from 'lucide-react'
import type { LicenceState } from '../../domain/licence/licence.ts'

type Words = { readonly icon: LucideIcon; readonly title: string; readonly text: string }

/** What is said where the membership does not hold. */
export const overWords = (state: string | undefined): Words => wordsByState.get(state ?? '') ?? words.vipTimeout

const words: Readonly<Record<Exclude<LicenceState, 'active'>, Words>> = {
  tryTimeout: { icon: CalendarX2, title: '试用已到期', text: '试用期内登记的数据都会保留，开通会员后继续使用。' },
  vipTimeout: { icon: CalendarX2, title: '会员已到期', text: '您的数据都会保留，续费后继续使用。' },
  install: { icon: PackagePlus, title: '尚未开通', text: '您的组织还没有开通在册，开通后即可使用。' },
}
const wordsByState = new Map(Object.entries(words))
