import { EllipsisVertical, type LucideIcon, Share, Smartphone, SquarePlus } from 'lucide-react'
import type { Home } from '../../hosts/host.ts'
import { t } from '../words.ts'

type On = Extract<Home, { way: 'steps' }>['on']

/** How the app is put on the home screen by hand, in pictures. */
export const HomeSteps = ({ on }: { on: On }) => (
  <ol className="mt-3 flex flex-col gap-3">
    {steps[on].map(({ icon: Icon, text }, index) => (
      <li key={text} className="flex items-center gap-3">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent-strong">
          <Icon size={22} aria-hidden />
        </span>
        <span className="text-body">
          {index + 1}. {t(text)}
        </span>
      </li>
    ))}
  </ol>
)

type Step = { readonly icon: LucideIcon; readonly text: string }
const add: Step = { icon: SquarePlus, text: '选“添加到主屏幕”' }
const open: Step = { icon: Smartphone, text: '从主屏幕打开在册' }
const steps: Readonly<Record<On, readonly Step[]>> = {
  iphone: [{ icon: Share, text: '点浏览器底部的“共享”' }, add, open],
  ipad: [{ icon: Share, text: '点浏览器右上角的“共享”' }, add, open],
  android: [{ icon: EllipsisVertical, text: '点浏览器的菜单' }, add, open],
  mac: [
    { icon: Share, text: '点工具栏上的“共享”' },
    { icon: SquarePlus, text: '选“添加到程序坞”' },
    { icon: Smartphone, text: '从程序坞打开在册' },
  ],
}
