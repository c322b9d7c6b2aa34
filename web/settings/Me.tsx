import {
  ArrowLeftRight,
  Bell,
  BookOpen,
  Building,
  Building2,
  ChevronRight,
  Crown,
  FileText,
  Info,
  Languages,
  KeyRound,
  ListChecks,
  LogOut,
  MapPinned,
  Palette,
  SquarePlus,
  RefreshCw,
  Server,
  Smartphone,
  UserRoundCog,
  Webhook,
} from 'lucide-react'
import { useState } from 'react'
import { canSwitchTrialRole, orderInEffect } from '../../domain/licence/licence.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { currentUser } from '../../domain/access/sessionOperations.ts'
import { licenceOrders } from '../../domain/licence/operations.ts'
import { appVersion } from '../../domain/rules/constants.ts'
import { host } from '../../hosts/here.ts'
import { hostBeside } from '../../hosts/start.ts'
import { arriveAnew } from '../session/arrive.ts'
import { useAsk } from '../ask.ts'
import { mayOpen } from '../session/guard.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { choose } from '../look/overlays/confirm.ts'
import { Page } from '../look/Page.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Tag } from '../look/Tag.tsx'
import { setTheme, type Theme, theme } from '../look/theme.ts'
import { NamesIn } from '../people/PersonName.tsx'
import { Membership } from '../licence/Membership.tsx'
import { leave } from '../entrance/leave.ts'
import { useRoleSwitch, viewNames } from '../entrance/roleSwitch.ts'
import { useResources, useWide } from '../screen.ts'
import { useSession } from '../session/session.ts'
import { go } from '../travel.ts'
import { type Language, setLanguage, t, useLanguage } from '../words.ts'
import { CustomerService } from './CustomerService.tsx'
import { ManagedLocations } from './ManagedLocations.tsx'
import { OrganisationInfo } from './OrganisationInfo.tsx'
import { RoleSwitch } from './RoleSwitch.tsx'
import { checkVersion } from './version.ts'
import { drawText } from '../look/drawText.ts'

type Dialog = 'locations' | 'organisation' | 'membership' | 'roles' | 'trial' | 'role'

/** Who I am, what I am in charge of, and how the app looks to me. */
export default function Me() {
  const me = useAsk(currentUser, {}, { staleMs: 60_000 })
  const orders = useAsk(licenceOrders, {}, { staleMs: 60_000 })
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)

  return (
    <Page header={null} width="page" onRefresh={() => Promise.all([me.refetch(), orders.refetch()])}>
      <div className="pointer-events-none absolute inset-x-0 top-0 h-44 bg-linear-to-b from-accent-soft to-page wide:hidden" aria-hidden />
      <h1 className="sr-only">{t('我的')}</h1>
      <div className="relative pt-safe wide:grid wide:grid-cols-[22rem_1fr] wide:items-start wide:gap-6 wide:pt-8">
        <Face onRoles={() => setDialog('roles')} />
        <div>
          <Responsibilities locations={me.data?.managedLocations.length} orders={orders.data} onDialog={setDialog} />
          <OrganisationLinks />
          <Preferences />
          <AppLinks />
        </div>
      </div>
      <ManagedLocations open={dialog === 'locations'} onClose={close} />
      <OrganisationInfo open={dialog === 'organisation'} onClose={close} />
      <Membership open={dialog === 'membership'} onClose={close} />
      <RoleSwitch open={dialog === 'role' || dialog === 'trial'} trial={dialog === 'trial'} onClose={close} />
      <Roles open={dialog === 'roles'} onClose={close} />
    </Page>
  )
}

type ResponsibilityProps = {
  /** How many locations the reader manages; undefined until that is known. */
  locations: number | undefined
  orders: OutputOf<typeof licenceOrders> | undefined
  onDialog: (dialog: Dialog) => void
}

/** What the reader is in charge of, and in which role. */
const Responsibilities = ({ locations, orders, onDialog }: ResponsibilityProps) => {
  const { views, current } = useRoleSwitch()
  const [now] = useState(() => Date.now())
  const membership = orders && orderInEffect(orders, now)?.skuEntity.periodName
  return (
    <Section>
      <Cell icon={MapPinned} tint="#00a86b" title={t('管理区域')} value={countWords(locations)} onPress={() => onDialog('locations')} />
      <Cell icon={Building} tint="#12a3b5" title={t('组织信息')} onPress={() => onDialog('organisation')} />
      <Cell icon={FileText} tint="#3e63dd" title={t('申请、审批与外出代理')} to="/pages/personal/apply" />
      <Cell icon={Crown} tint="#e8890c" title={t('会员套餐')} value={membership ?? ''} onPress={() => onDialog('membership')} />
      {orders && canSwitchTrialRole(orders, now) && (
        <Cell
          icon={ArrowLeftRight}
          tint="#7a5af8"
          title={t('切换试用角色')}
          value={t(viewNames[current].trial)}
          onPress={() => onDialog('trial')}
        />
      )}
      {views.length > 1 && (
        <Cell
          icon={UserRoundCog}
          tint="#0081ff"
          title={t('角色切换')}
          value={t(viewNames[current].title)}
          onPress={() => onDialog('role')}
        />
      )}
    </Section>
  )
}

const countWords = (count: number | undefined): string => {
  if (count === undefined) return ''
  return count > 0 ? t('{count}个', { count }) : t('无')
}

const OrganisationLinks = () => {
  const resources = useResources() ?? []
  const keeps = mayOpen(resources, '/pages/user/organisation')
  const hasKeys = mayOpen(resources, '/pages/user/apikeys')
  const hasWebhooks = mayOpen(resources, '/pages/user/webhooks')
  return (
    (keeps || hasKeys || hasWebhooks) && (
      <Section>
        {keeps && <Cell icon={Building2} tint="#12a3b5" title={t('组织设置')} to="/pages/user/organisation" />}
        {keeps && <Cell icon={ListChecks} tint="#00a86b" title={t('开始使用')} to="/pages/user/beginning" />}
        {hasKeys && <Cell icon={KeyRound} tint="#7a5af8" title={t('API密钥')} to="/pages/user/apikeys" />}
        {hasWebhooks && <Cell icon={Webhook} tint="#0081ff" title={t('Webhook')} to="/pages/user/webhooks" />}
      </Section>
    )
  )
}

/** How the app looks to the reader. */
const Preferences = () => {
  const language = useLanguage()
  const wide = useWide()
  const [shownTheme, setShownTheme] = useState(theme)
  const chooseLanguage = async () => {
    const choice = await choose(
      t('语言'),
      (['zh', 'en'] as const).map((value) => ({ value, label: languages[value], chosen: value === language })),
    )
    if (choice) await setLanguage(choice)
  }
  const chooseTheme = async () => {
    const choice = await choose(
      t('外观'),
      (['device', 'light', 'dark'] as const).map((value) => ({ value, label: t(themes[value]), chosen: value === shownTheme })),
    )
    if (!choice) return
    setTheme(choice)
    setShownTheme(choice)
  }
  return (
    <Section>
      {wide && <Cell icon={Smartphone} tint="#0081ff" title={t('在手机上登录')} to="/pages/user/handover" />}
      <Cell icon={Bell} tint="#f97316" title={t('消息设置')} to="/pages/message/settings" />
      <Cell icon={Languages} tint="#12a3b5" title={t('语言')} value={languages[language]} onPress={() => void chooseLanguage()} />
      <Cell icon={Palette} tint="#d6409f" title={t('外观')} value={t(themes[shownTheme])} onPress={() => void chooseTheme()} />
    </Section>
  )
}

/** The app itself, help, and the way out. */
const AppLinks = () => {
  const inChat = hostBeside()?.knows !== undefined
  return (
    <>
      <Section>
        {host.home && <Cell icon={SquarePlus} tint="#00a86b" title={t('添加到主屏幕')} to="/pages/user/home" />}
        <Cell icon={BookOpen} tint="#3e63dd" title={t('使用手册')} to="/pages/help" />
        {inChat ? (
          <CustomerService />
        ) : (
          <Cell
            icon={Info}
            tint="#687076"
            title={t('版本')}
            value={t('在册 {version}', { version: host.app?.version ?? appVersion })}
            onPress={() => void checkVersion()}
          />
        )}
        {host.chooseServer && <Cell icon={Server} tint="#3e63dd" title={t('更换服务器')} onPress={host.chooseServer} />}
      </Section>
      <Section>
        {inChat ? (
          <Cell icon={RefreshCw} tint="#e5484d" title={t('重新登录')} onPress={() => void arriveAnew()} />
        ) : (
          <Cell icon={LogOut} tint="#e5484d" title={t('退出登录')} danger onPress={() => void leave()} />
        )}
      </Section>
    </>
  )
}

/** The card at the top: face, name, organisation, departments with the current one in colour, roles. A tap opens the details. */
const Face = ({ onRoles }: { onRoles: () => void }) => {
  const { username, avatar, operationName, departments, deptId, roles } = useSession()
  return (
    <div className="mb-4 mt-4 wide:mt-0">
      <Card flush>
        <button
          type="button"
          onClick={() => go('/pages/user/userdetail')}
          className="pressable flex w-full items-center gap-4 p-4 text-left wide:flex-col wide:px-6 wide:pb-4 wide:pt-8 wide:text-center"
        >
          <Avatar name={username} src={avatar} size={68} />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-large font-semibold">
              <NamesIn text={username} />
            </span>
            <span className="mt-0.5 block text-body text-quiet">{operationName}</span>
          </span>
          <ChevronRight size={20} className="shrink-0 text-faint wide:hidden" aria-hidden />
        </button>
        <div className="flex flex-wrap gap-1.5 px-4 pb-2 wide:justify-center wide:px-6">
          {departments.map((department) => (
            <Tag key={department.deptId} tone={department.deptId === deptId ? 'accent' : 'plain'}>
              {drawText(department.deptName)}
            </Tag>
          ))}
        </div>
        <div className="flex flex-wrap gap-1.5 px-4 pb-4 wide:justify-center wide:px-6 wide:pb-6">
          {roles.slice(0, shownRoles).map(({ roleCode, roleName }) => (
            <Tag key={roleCode} tone="good">
              {t(roleName)}
            </Tag>
          ))}
          {roles.length > shownRoles && (
            <button
              type="button"
              onClick={onRoles}
              aria-label={`${shownRoles}+ ${t('查看全部角色')}`}
              className="relative after:absolute after:-inset-x-2 after:-inset-y-3"
            >
              <Tag tone="good">{shownRoles}+</Tag>
            </button>
          )}
        </div>
      </Card>
    </div>
  )
}

const Roles = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { roles } = useSession()
  return (
    <Sheet open={open} onClose={onClose} title={t('我的角色')}>
      <Card flush className="shrink-0">
        {roles.map(({ roleCode, roleName }) => (
          <Cell key={roleCode} title={t(roleName)} />
        ))}
      </Card>
    </Sheet>
  )
}

const shownRoles = 2
const languages: Readonly<Record<Language, string>> = { zh: '中文', en: 'English' }
const themes: Readonly<Record<Theme, string>> = { device: '跟随系统', light: '浅色', dark: '深色' }
