import { Building, Crown, type LucideIcon, MapPinned, PackageOpen, UserRoundCog } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OutputOf } from '../../domain/operations/define.ts'
import { workbenchHome } from '../../domain/workbench/operations.ts'
import { flowKeySuffixLength } from '../../domain/rules/constants.ts'
import { hostBeside } from '../../hosts/start.ts'
import { dayAt } from '../../kernel/day.ts'
import { useAsk } from '../ask.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { choose } from '../look/overlays/confirm.ts'
import { Page } from '../look/Page.tsx'
import { Problem } from '../look/Problem.tsx'
import { Bone } from '../look/Skeleton.tsx'
import { Membership } from '../licence/Membership.tsx'
import { leave } from './leave.ts'
import { NamesIn } from '../people/PersonName.tsx'
import { useRoleSwitch, viewNames } from './roleSwitch.ts'
import { useSearch } from '../screen.ts'
import { useSession } from '../session/session.ts'
import { go, goHref } from '../travel.ts'
import { t } from '../words.ts'
import { ManagedLocations } from '../settings/ManagedLocations.tsx'
import { OrganisationInfo } from '../settings/OrganisationInfo.tsx'
import { RoleSwitch } from '../settings/RoleSwitch.tsx'
import { checkVersion } from '../settings/version.ts'

const dialogs = ['location', 'organisation', 'role', 'membership'] as const
type Dialog = (typeof dialogs)[number]
const popUps = new Set<string>([...dialogs, 'more', 'version', 'exit'])

/**
 * The home page: the organisation, and who one is in it. What waits and what one holds stands on the workbench, the person's own settings under
 * 我的. `name` opens one of the pop-ups at once, else it is who is greeted.
 */
export default function Home() {
  const { name } = useSearch('/pages/home')
  const session = useSession()
  const home = useAsk(workbenchHome, {}, { staleMs: 30_000 })
  const { current } = useRoleSwitch()
  // Who a chat knows is signed in again at once, and gets new versions with the page.
  const inChat = hostBeside()?.knows !== undefined
  const [dialog, setDialog] = useState<Dialog | undefined>(dialogs.find((otherDialog) => otherDialog === name))
  const close = () => setDialog(undefined)
  const greeted = name && !popUps.has(name) ? name : session.username

  const more = async () => {
    const choice = await choose(
      t('更多'),
      moreChoices.map(({ path, label }) => ({ value: path, label: t(label) })),
    )
    if (choice) goHref(choice)
  }
  const askedName = useRef(name)
  useEffect(() => {
    const popUp = askedName.current
    askedName.current = undefined
    if (popUp === 'more') void more()
    if (inChat) return
    if (popUp === 'version') void checkVersion()
    if (popUp === 'exit') void leave()
  })

  const managing = home.data?.isAdmin ?? current === 'manager'
  return (
    <Page onRefresh={() => home.refetch()}>
      <div className="space-y-3">
        <Card>
          <div className="flex items-center gap-3">
            <Avatar name={greeted} src={session.avatar} size={52} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-large font-semibold">
                <NamesIn text={t('您好，{name}', { name: greeted })} />
              </p>
              <p className="text-small text-quiet">
                {session.operationName} · {t(viewNames[current].title)}
              </p>
            </div>
          </div>
        </Card>
        {home.isError ? (
          <Problem error={home.error} onRetry={home.refetch} />
        ) : (
          <Figures home={home.data} managing={managing} onDialog={setDialog} />
        )}
        <Links managing={managing} onDialog={setDialog} />
      </div>
      <ManagedLocations open={dialog === 'location'} onClose={close} />
      <OrganisationInfo open={dialog === 'organisation'} onClose={close} />
      <RoleSwitch open={dialog === 'role'} onClose={close} />
      <Membership open={dialog === 'membership'} onClose={close} />
    </Page>
  )
}

type FiguresProps = { home: OutputOf<typeof workbenchHome> | undefined; managing: boolean; onDialog: (dialog: Dialog) => void }

/** How much the organisation has on its register, and over how many places of it the reader watches. */
const Figures = ({ home, managing, onDialog }: FiguresProps) => (
  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3">
    <Figure
      icon={Crown}
      label={t('在册资产')}
      note={licenceWords(home?.licence)}
      value={home?.licence?.assetCount}
      onPress={() => onDialog('membership')}
    />
    {managing && <Figure icon={MapPinned} label={t('管理区域')} value={home?.locations.length} onPress={() => onDialog('location')} />}
  </div>
)

/** Issuing, which the contract puts here, and what the reader is in the organisation. */
const Links = ({ managing, onDialog }: Omit<FiguresProps, 'home'>) => {
  const { operationId } = useSession()
  const { views, current } = useRoleSwitch()
  const issue = () =>
    go('/pages/flow/customFormApply', {
      flowKey: `outstock${operationId.slice(-flowKeySuffixLength)}`,
      flowName: t('资产发放'),
      mode: 'add',
      component: 'GsoutstockorderPedit',
    })
  return (
    <Card flush>
      <Cell icon={PackageOpen} title={managing ? t('发放资产') : t('领用资产')} onPress={issue} />
      <Cell icon={Building} tint="#12a3b5" title={t('组织信息')} onPress={() => onDialog('organisation')} />
      {views.length > 1 && (
        <Cell
          icon={UserRoundCog}
          tint="#7a5af8"
          title={t('角色切换')}
          value={t(viewNames[current].title)}
          onPress={() => onDialog('role')}
        />
      )}
    </Card>
  )
}

type Licence = { trial: boolean; endDate: string } | null | undefined

const licenceWords = (licence: Licence): string =>
  licence ? t(licence.trial ? '试用至{day}' : '会员至{day}', { day: dayAt(Date.parse(licence.endDate) - 1) }) : ''

const Figure = ({
  icon: Icon,
  label,
  value,
  note,
  onPress,
}: {
  icon: LucideIcon
  label: string
  value: number | undefined
  note?: string
  onPress: () => void
}) => (
  <button type="button" onClick={onPress} className="pressable rounded-card bg-card p-4 text-left shadow-lift">
    <span className="flex min-h-5 items-center justify-between gap-2 text-faint">
      <Icon size={20} aria-hidden />
      {note && <span className="truncate text-tiny">{note}</span>}
    </span>
    <span className="mt-2 block min-h-8.5 text-huge font-semibold">
      {value === undefined ? <Bone className="h-7 w-12" /> : value.toLocaleString('en')}
    </span>
    <span className="mt-1 block text-small text-quiet">{label}</span>
  </button>
)

const moreChoices = [
  { path: '/pages/user/userdetail', label: '个人信息' },
  { path: '/pages/message/msglist', label: '消息' },
  { path: '/pages/addressbook/address-book', label: '通讯录' },
  { path: '/pages/news/newslist', label: '新闻公告' },
  { path: '/pages/help', label: '使用手册' },
]
