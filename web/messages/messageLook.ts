import {
  Bell,
  Boxes,
  CalendarCheck,
  CalendarDays,
  HardDrive,
  type LucideIcon,
  Megaphone,
  NotebookPen,
  ShoppingBasket,
  Stamp,
} from 'lucide-react'
import type { MessageCategory } from '../../domain/rules/messageCategories.ts'

/** The icon and colour of what a message is about. */
export const messageLook = (category: string): { icon: LucideIcon; color: string } => looksByName.get(category) ?? looks.system

const looks: Readonly<Record<MessageCategory, { icon: LucideIcon; color: string }>> = {
  approval: { icon: Stamp, color: '#7a5af8' },
  asset: { icon: Boxes, color: '#0081ff' },
  stock: { icon: ShoppingBasket, color: '#e8890c' },
  agenda: { icon: CalendarDays, color: '#d9480f' },
  attendance: { icon: CalendarCheck, color: '#0c8599' },
  news: { icon: Megaphone, color: '#12a3b5' },
  disk: { icon: HardDrive, color: '#3b6fd4' },
  worklog: { icon: NotebookPen, color: '#2f9e44' },
  system: { icon: Bell, color: '#687076' },
}
const looksByName = new Map(Object.entries(looks))
