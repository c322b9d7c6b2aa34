import { Archive, Bot, Crown, DoorClosed, Hash, ListChecks, LogIn, Mail, WholeWord } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isUnlimited } from '../../domain/licence/offers.ts'
import { organisationClose, organisationInfo, organisationUpdate } from '../../domain/organisation/operations.ts'
import { workbenchHome } from '../../domain/workbench/operations.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { dayAt } from '../../kernel/day.ts'
import { type InputOf, type OutputOf } from '../../domain/operations/define.ts'
import { useAsk } from '../ask.ts'
import { useSend } from '../send.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Page } from '../look/Page.tsx'
import { loadLater } from '../look/loadLater.tsx'
import { Pending } from '../look/Pending.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { tell } from '../look/overlays/confirm.ts'
import { Membership } from '../licence/Membership.tsx'
import { useCodes } from '../shell/codes.ts'
import { leaveAtOnce } from '../entrance/leave.ts'
import { useLeaveGuard } from '../screen.ts'
import { changeUserInfo, useSession } from '../session/session.ts'
import { leaveFreely } from '../travel.ts'
import { t } from '../words.ts'
import { ChatKeeping } from '../chat/ChatKeeping.tsx'
import { AvatarUpload } from './AvatarUpload.tsx'
import { InvoicingNames } from './InvoicingNames.tsx'
import { Strangers } from './Strangers.tsx'
import { TagNumbering } from './TagNumbering.tsx'
import { Workplace } from './Workplace.tsx'

/** What the organisation is called and looks like, what it decides for itself, what it may keep, and its end. */
export default function OrganisationSettings() {
  const { operationId } = useSession()
  const info = useAsk(organisationInfo, { id: operationId }, { staleMs: 0 })
  if (!info.data) return <Pending error={info.error} onRetry={info.refetch} />
  return <Settings info={info.data} />
}

type Info = OutputOf<typeof organisationInfo>

const Settings = ({ info }: { info: Info }) => {
  const { operationName, operationAvatar } = info
  const mayClose = useCodes().has('sysoperation:close')
  const [name, setName] = useState(operationName)
  const [problem, setProblem] = useState('')
  const [dialog, setDialog] = useState<'membership' | 'close' | 'words'>()
  const { send, sending } = useSend(organisationUpdate, { done: '已保存' })
  const isRenamed = name.trim() !== operationName
  useLeaveGuard(isRenamed)

  const change = async (input: InputOf<typeof organisationUpdate>) => {
    try {
      const result = await send(input)
      changeUserInfo({ 'X-OperationName': result.operationName, 'X-OperationAvatar': result.operationAvatar })
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return false
    }
  }
  const rename = async () => {
    if (name.trim() === '') return setProblem(t('请输入公司名称'))
    if (await change({ operationName: name.trim() })) setName(name.trim())
  }

  return (
    <Page
      bottom={
        isRenamed && (
          <Button size="large" className="w-full wide:w-auto" busy={sending} onClick={() => void rename()}>
            {t('保存')}
          </Button>
        )
      }
    >
      <OrganisationLogo name={operationName} avatar={operationAvatar} onChange={(path) => change({ operationAvatar: path })} />
      <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
        <div>
          <Section title={t('公司')}>
            <TextField
              label={t('公司名称')}
              value={name}
              onChange={(text) => {
                setName(text)
                setProblem('')
              }}
              error={problem}
              maxLength={50}
              required
            />
          </Section>
          <Decisions info={info} onChange={change} onWords={() => setDialog('words')} />
        </div>
        <div>
          <Usage info={info} onMembership={() => setDialog('membership')} />
          <Strangers key={JSON.stringify(info.strangers)} value={info.strangers} onChange={change} />
          <InvoicingNames key={JSON.stringify(info.invoicing)} value={info.invoicing} onChange={change} />
          <ChatKeeping value={info.chatDays} onChange={change} />
          <Workplace />
          <TagNumbering key={JSON.stringify(info.rfid)} value={info.rfid} onChange={change} />
          {mayClose && (
            <Section note={t('关闭后所有人立即退出，不能再登录；数据保留，只有系统运营方可以重新开启。')}>
              <Cell icon={DoorClosed} tint="#e5484d" title={t('关闭组织')} danger onPress={() => setDialog('close')} />
            </Section>
          )}
        </div>
      </div>
      <Membership open={dialog === 'membership'} onClose={() => setDialog(undefined)} />
      {dialog === 'words' && <CommonWords onClose={() => setDialog(undefined)} />}
      <Sheet open={dialog === 'close'} onClose={() => setDialog(undefined)} title={t('关闭组织')}>
        {dialog === 'close' && <Closing name={operationName} people={info.people} />}
      </Sheet>
    </Page>
  )
}

const CommonWords = loadLater(() => import('./CommonWords.tsx'), { missing: ({ onClose }) => onClose() })

type OrganisationLogoProps = { name: string; avatar: string; onChange: (path: string) => Promise<boolean> }

const OrganisationLogo = ({ name, avatar, onChange }: OrganisationLogoProps) => (
  <div className="flex justify-center pb-6 pt-4">
    <AvatarUpload
      // A company is known by how its name begins.
      name={name.slice(0, 2)}
      value={avatar}
      label="更换标志"
      onChange={onChange}
    />
  </div>
)

type DecisionsProps = { info: Info; onChange: (input: InputOf<typeof organisationUpdate>) => Promise<boolean>; onWords: () => void }

/** What it decides for itself, and the ways to what else is set up. */
const Decisions = ({ info, onChange, onWords }: DecisionsProps) => (
  <Section title={t('设置')}>
    <Choice
      label={t('序列号重复时')}
      value={info.duplicateSerials}
      options={[
        { value: 'warn', label: '仅提醒' },
        { value: 'refuse', label: '不允许重复' },
      ]}
      // Pressed again it stays: one of both always holds.
      onChange={(value) => value && void onChange({ duplicateSerials: value })}
    />
    <Switch
      label={t('允许直接发放')}
      text={t('管理员可以不经审批，从自己管理的区域直接发放、借出，由领用人签名')}
      value={info.directIssue}
      onChange={(value) => void onChange({ directIssue: value })}
    />
    <Switch
      label={t('发放后由领用人确认')}
      text={t('审批通过后，领用人、借用人确认领到才入账；管理员直接发放的除外')}
      value={info.confirmIssue}
      onChange={(value) => void onChange({ confirmIssue: value })}
    />
    <Switch
      label={t('先用闲置的')}
      text={t('采购的东西有闲置时先提示领用，仍要采购须说明原因')}
      value={info.poolFirst}
      onChange={(value) => void onChange({ poolFirst: value })}
    />
    <Cell icon={ListChecks} tint="#00a86b" title={t('开始使用')} text={t('公司还缺什么，一步一步补齐')} to="/pages/user/beginning" />
    <Cell icon={Hash} tint="#e5484d" title={t('编号规则')} text={t('资产、单据、申请和人员怎样编号')} to="/pages/user/numbers" />
    <Cell icon={WholeWord} tint="#0091ff" title={t('常用词')} text={t('计量单位、原因等一点就填的词')} onPress={onWords} />
    <Cell icon={Bot} tint="#8e4ec6" title={t('群机器人')} text={t('把通知发到钉钉、企业微信、飞书的群里')} to="/pages/user/robots" />
    <Cell icon={Mail} tint="#3370ff" title={t('邮件')} text={t('用哪个服务器发送，默认发送什么')} to="/pages/user/mail" />
    <Cell icon={LogIn} tint="#12b5cb" title={t('公司登录')} text={t('单点登录、域账号、人员同步')} to="/pages/user/signon" />
    <Cell icon={Archive} tint="#3e63dd" title={t('数据导出')} text={t('全部数据和文件，一个压缩文件')} to="/pages/user/takeout" />
  </Section>
)

/** What the organisation has of what it may have. */
const Usage = ({ info, onMembership }: { info: Info; onMembership: () => void }) => {
  const home = useAsk(workbenchHome, {}, { staleMs: 30_000 })
  const licence = home.data?.licence
  return (
    <Section title={t('用量')}>
      <Cell icon={Crown} tint="#e8890c" title={t('会员套餐')} value={licence?.periodName ?? ''} onPress={onMembership} />
      <Value label={t('在职人员')}>{t('{count}人', { count: info.people })}</Value>
      {licence && (
        <Value label={t('资产数量')}>
          {isUnlimited(licence.assetLimit)
            ? t('{kept}件，不限', { kept: licence.assetCount.toLocaleString('en') })
            : t('{kept} / {limit} 件', {
                kept: licence.assetCount.toLocaleString('en'),
                limit: licence.assetLimit.toLocaleString('en'),
              })}
        </Value>
      )}
      <Value label={t('文件空间')}>
        {info.fileBytesLimit === null
          ? t('已用{used}', { used: inUnits(info.fileBytes) })
          : t('已用{used}，共{limit}', { used: inUnits(info.fileBytes), limit: inUnits(info.fileBytesLimit) })}
      </Value>
      <Value label={t('启用日期')}>{dayAt(Date.parse(info.createdAt))}</Value>
    </Section>
  )
}

/** Closing is asked for by typing the name: no slip of a finger signs everyone out. */
const Closing = ({ name, people }: { name: string; people: number }) => {
  const [typedName, setTypedName] = useState('')
  const [problem, setProblem] = useState('')
  const { send, sending } = useSend(organisationClose, { quiet: true })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await send({ operationName: typedName })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return setProblem(error.message)
    }
    leaveFreely()
    await leaveAtOnce()
    await tell(t('{name}已关闭', { name }), t('如需重新开启，请联系系统运营方。'))
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p className="px-1 pb-4 text-body text-quiet">
        {t('{people}人将立即退出登录，审批和提醒都会停下；重新开启后从停下的地方继续。请先导出需要留存的数据。', { people })}
      </p>
      <Section>
        <TextField
          label={t('输入组织名称以确认')}
          placeholder={name}
          value={typedName}
          onChange={(text) => {
            setTypedName(text)
            setProblem('')
          }}
          error={problem}
          autoComplete="off"
        />
      </Section>
      <Button type="submit" kind="danger" size="large" wide busy={sending} disabled={typedName.trim() !== name}>
        {t('关闭组织')}
      </Button>
    </form>
  )
}
