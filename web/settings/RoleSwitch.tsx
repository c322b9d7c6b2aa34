import { BriefcaseBusiness, Check, type LucideIcon, UserRound } from 'lucide-react'
import { Card } from '../look/Card.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { useRoleSwitch, type View, viewNames } from '../entrance/roleSwitch.ts'
import { t } from '../words.ts'

type Props = {
  open: boolean
  onClose: () => void
  /** In the words for a person who tries the product out: employee side and admin side. */
  trial?: boolean
}

/** Chooses the view to work in; a check mark stands at the current one. */
export const RoleSwitch = ({ open, onClose, trial = false }: Props) => {
  const { views, current, switchTo, switching } = useRoleSwitch()
  const choose = async (view: View) => {
    await switchTo(view)
    onClose()
  }
  return (
    <Sheet open={open} onClose={onClose} title={trial ? t('切换试用角色') : t('角色切换')}>
      <Card flush className="shrink-0">
        {views.map(({ view, roles }) => {
          const Icon = icons[view]
          return (
            <button
              key={view}
              type="button"
              aria-pressed={view === current}
              disabled={switching}
              onClick={() => void choose(view)}
              className="pressable flex w-full items-center gap-3 border-b border-line px-4 py-3.5 text-left last:border-none"
            >
              <span
                className={`flex size-11 shrink-0 items-center justify-center rounded-[0.875rem] ${view === current ? 'bg-accent-soft text-accent-strong' : 'bg-sunken text-quiet'}`}
              >
                <Icon size={22} aria-hidden />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block text-title font-medium">{t(trial ? viewNames[view].trial : viewNames[view].title)}</span>
                <span className="block truncate text-small text-quiet">
                  {trial ? t(viewNames[view].text) : roles.map(({ roleName }) => t(roleName)).join(t('、'))}
                </span>
              </span>
              {view === current ? (
                <Check size={20} className="shrink-0 text-accent" aria-label={t('当前')} />
              ) : (
                switching && <Spinner size={20} />
              )}
            </button>
          )
        })}
      </Card>
      <p className="px-1 pt-3 text-small text-faint">{t('切换后菜单和可办理的业务随之变化，不需要重新登录。')}</p>
    </Sheet>
  )
}

const icons: Readonly<Record<View, LucideIcon>> = { manager: BriefcaseBusiness, employee: UserRound }
