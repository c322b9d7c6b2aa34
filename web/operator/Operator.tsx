import { useQueryClient } from '@tanstack/react-query'
import { Activity, Copy, LogOut, Plus, Smartphone, Store } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { operatorEnter, operatorLeave, operatorOrganisations, type OrganisationStanding } from '../../domain/operator/operations.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { type Column, List } from '../look/List.tsx'
import { Page } from '../look/Page.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Tag } from '../look/Tag.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { copyText } from '../shell/copyText.ts'
import { DoorPage, DoorWords } from '../entrance/DoorPage.tsx'
import { QrCode } from '../paper/QrCode.tsx'
import { fullTime } from '../shell/dateWords.ts'
import { when } from '../shell/when.ts'
import { ScreenContext, useScreen, useSearch } from '../screen.ts'
import { go, replace } from '../travel.ts'
import { t } from '../words.ts'
import { Editions } from './Editions.tsx'
import { Making } from './Making.tsx'
import { type Link, Organisation } from './Organisation.tsx'
import { callAsOperator, keepPass, type Pass, useOperatorAsk, usePass } from './pass.ts'
import { assetsText, licenceText } from './licenceStanding.ts'

/** The page of the person who runs the installation: he belongs to no organisation and comes in by a code that the command printed. */
export default function Operator() {
  const pass = usePass()
  return pass ? <Organisations pass={pass} /> : <Door />
}

const Door = () => {
  const { code: codeGiven = '' } = useSearch('/pages/operator')
  const client = useQueryClient()
  const [codeText, setCodeText] = useState(codeGiven)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (codeText.trim() === '') return setProblem(t('请输入进入码'))
    setBusy(true)
    try {
      const pass = await call(operatorEnter, { code: codeText }, { quiet: true })
      client.removeQueries({ predicate: ({ queryKey: [name] }) => String(name).startsWith('operator') })
      keepPass(pass)
      // What opened the page is used up and need not stand in the address.
      replace('/pages/operator')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <DoorPage title={t('运营方')} text={t('管理这套系统里的所有组织。')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Card flush>
          <TextField
            label={t('进入码')}
            value={codeText}
            onChange={(text) => {
              setCodeText(text)
              setProblem('')
            }}
            hint={t('在服务器上运行 npm run organisation -- page 得到，15分钟内可用一次')}
            autoComplete="off"
            maxLength={40}
            required
          />
        </Card>
        <DoorWords problem={problem} />
        <Button type="submit" size="large" wide busy={busy}>
          {t('进入')}
        </Button>
      </form>
    </DoorPage>
  )
}

/** So many that one looks for one of them. */
const searchedFrom = 8

type OpenOrganisation = {
  readonly what: 'organisation'
  readonly orgId: string
  readonly name: string
  readonly view: 'all' | 'licence' | 'close'
}
type Dialog = { readonly what: 'make' | 'editions' } | OpenOrganisation

const Organisations = ({ pass }: { pass: Pass }) => {
  const { data, error, refetch } = useOperatorAsk(operatorOrganisations, {})
  const screen = useScreen()
  const [words, setWords] = useState('')
  const [dialog, setDialog] = useState<Dialog>()
  const all = data?.list ?? []
  const rows = all.filter(({ name, orgId }) => name.toLowerCase().includes(words.trim().toLowerCase()) || orgId === words.trim())

  const leave = async () => {
    await callAsOperator(operatorLeave, {}).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
    keepPass(undefined)
  }
  const withoutData = error ? 'failed' : 'loading'
  const open = ({ orgId, name }: OrganisationStanding) => setDialog({ what: 'organisation', orgId, name, view: 'all' })

  return (
    // There is nothing behind this page to go back to.
    <ScreenContext value={{ ...screen, isTab: true }}>
      <Page
        scroll={false}
        text={t('{name}，{time}自动退出', { name: pass.byName, time: fullTime(pass.until).slice(-5) })}
        right={
          <>
            <IconButton icon={Activity} iconSize={20} label={t('运行状况')} onClick={() => go('/pages/operator/system')} />
            <IconButton icon={Store} iconSize={20} label={t('市场版本')} onClick={() => setDialog({ what: 'editions' })} />
            <IconButton icon={Plus} label={t('新建组织')} onClick={() => setDialog({ what: 'make' })} />
            <IconButton icon={Smartphone} iconSize={20} label={t('应用版本')} onClick={() => go('/pages/operator/releases')} />
            <IconButton icon={LogOut} iconSize={20} label={t('退出')} onClick={() => void leave()} />
          </>
        }
      >
        <List
          pages={{
            rows,
            totalCount: rows.length,
            status: data ? 'ready' : withoutData,
            error,
            hasMore: false,
            loadingMore: false,
            moreFailed: false,
            more: () => undefined,
            refresh: refetch,
          }}
          keyOf={({ orgId }) => orgId}
          picture={false}
          header={
            all.length >= searchedFrom && (
              <div className="pb-3">
                <SearchBox value={words} onSearch={setWords} placeholder={t('搜索组织')} delayMs={0} />
              </div>
            )
          }
          row={(row) => <Row row={row} onPress={() => open(row)} />}
          columns={columns()}
          onOpen={open}
          empty={
            words
              ? { title: t('没有找到') }
              : { title: t('还没有组织'), action: { label: t('新建组织'), onPress: () => setDialog({ what: 'make' }) } }
          }
        />
        <Sheets dialog={dialog} onDialog={setDialog} />
      </Page>
    </ScreenContext>
  )
}

const titleOf = ({ name, view }: OpenOrganisation): string => {
  if (view === 'all') return name
  return view === 'licence' ? t('发放套餐') : t('关闭组织')
}

/** What lies over the list; the link of an administrator comes of making an organisation, and of looking at one. */
const Sheets = ({ dialog, onDialog }: { dialog: Dialog | undefined; onDialog: (dialog: Dialog | undefined) => void }) => {
  const [link, setLink] = useState<Link>()
  const close = () => onDialog(undefined)
  const opened = dialog?.what === 'organisation' ? dialog : undefined
  return (
    <>
      <Sheet open={dialog?.what === 'make'} onClose={close} title={t('新建组织')} tall>
        {dialog?.what === 'make' && (
          <Making
            onMade={(organisation) => {
              close()
              setLink(organisation)
            }}
          />
        )}
      </Sheet>
      <Sheet open={dialog?.what === 'editions'} onClose={close} title={t('市场版本')} tall>
        {dialog?.what === 'editions' && <Editions />}
      </Sheet>
      <Sheet open={opened !== undefined} onClose={close} title={opened ? titleOf(opened) : ''} tall>
        {opened && (
          <Organisation orgId={opened.orgId} view={opened.view} onView={(view) => onDialog({ ...opened, view })} onLink={setLink} />
        )}
      </Sheet>
      <Sheet
        open={link !== undefined}
        onClose={() => setLink(undefined)}
        title={t('设置密码的链接')}
        footer={
          link && (
            <Button size="large" icon={Copy} className="flex-1" onClick={() => void copyText(link.link)}>
              {t('复制链接')}
            </Button>
          )
        }
      >
        {link && <LinkLook link={link} />}
      </Sheet>
    </>
  )
}

const LinkLook = ({ link }: { link: Link }) => (
  <div className="flex flex-col items-center pb-2 text-center">
    <p className="text-title font-semibold">{link.userName}</p>
    <QrCode text={link.link} label={t('邀请二维码')} className="mt-4 size-52" />
    <p className="mt-4 w-full select-all break-all rounded-control bg-sunken px-3 py-2.5 text-left text-small text-quiet">{link.link}</p>
    <p className="mt-3 text-small text-faint">{t('只显示这一次，只能用一次，{time}前有效。', { time: fullTime(link.expiresAt) })}</p>
  </div>
)

const State = ({ row }: { row: OrganisationStanding }) => {
  if (row.closedAt !== null) return <Tag tone="bad">{t('已关闭')}</Tag>
  return row.licence === null ? <Tag tone="warn">{t('无套餐')}</Tag> : <Tag tone="good">{t('使用中')}</Tag>
}

const usedText = ({ usedAt }: OrganisationStanding): string => (usedAt ? when(usedAt) : t('还没有人登录'))

const Row = ({ row, onPress }: { row: OrganisationStanding; onPress: () => void }) => (
  <button type="button" onClick={onPress} className="pressable block w-full px-4 py-3 text-left">
    <span className="flex items-center gap-2">
      <span className="min-w-0 flex-1 truncate text-body font-medium">{row.name}</span>
      <State row={row} />
    </span>
    <span className="mt-1 block text-small text-quiet">
      {t('{people}人 · {assets}件资产 · 文件{files}', {
        people: row.people.toLocaleString('en'),
        assets: assetsText(row),
        files: inUnits(row.fileBytes),
      })}
    </span>
    <span className="mt-0.5 flex gap-3 text-small text-faint">
      <span className="min-w-0 flex-1 truncate">{licenceText(row)}</span>
      <span className="shrink-0">{usedText(row)}</span>
    </span>
  </button>
)

const columns = (): readonly Column<OrganisationStanding>[] => [
  { key: 'name', title: t('组织'), cell: ({ name }) => <span className="font-medium">{name}</span>, width: 'minmax(0,2fr)' },
  { key: 'state', title: t('状态'), cell: (row) => <State row={row} />, width: '6rem' },
  { key: 'licence', title: t('套餐'), cell: licenceText, width: 'minmax(0,1.5fr)' },
  { key: 'people', title: t('人数'), cell: ({ people }) => people.toLocaleString('en'), width: '5rem', end: true },
  { key: 'assets', title: t('资产'), cell: assetsText, width: '9rem', end: true },
  { key: 'files', title: t('文件'), cell: ({ fileBytes }) => inUnits(fileBytes), width: '6rem', end: true },
  { key: 'used', title: t('最近使用'), cell: usedText, width: '9rem', end: true },
]
