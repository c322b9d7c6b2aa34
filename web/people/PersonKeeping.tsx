import { type FormEvent, useState } from 'react'
import type { HoldingRow } from '../../domain/access/holdings.ts'
import { locationHandOver, locationPeople } from '../../domain/records/operations.ts'
import { invitationSave, type InvitationResult } from '../../domain/access/invitationOperations.ts'
import { changeRole, roleList, userInfo, userUpdate } from '../../domain/access/userOperations.ts'
import { rolePageSize } from '../../domain/rules/constants.ts'
import { brokenRule, password as passwordRule, ruleMessage } from '../../kernel/rule.ts'
import { useAsk } from '../ask.ts'
import { useSend } from '../send.ts'
import { CallError } from '../call.ts'
import { ignoreCallError } from '../ignoreCallError.ts'
import { hrefOf } from '../frames.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choices } from '../look/fields/Choices.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Tag } from '../look/Tag.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { toast } from '../look/overlays/toast.ts'
import { recordOf } from '../../domain/records/all.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { InvitationLinks } from './InvitationLinks.tsx'
import { HandOver } from '../approval/process/HandOver.tsx'
import { learnNames } from '../cache.ts'
import { ReferencePicker } from '../forms/ReferencePicker.tsx'
import { recordCodeOf } from '../../domain/records/code.ts'
import { editPathOfNoun, listPathOfNoun } from '../places.ts'
import { useSession } from '../session/session.ts'
import { go, goHref } from '../travel.ts'
import { t } from '../words.ts'
import { RightsPreview } from './RightsPreview.tsx'
import { PersonRights } from './PersonRights.tsx'
import { type LeavingRequest, LeavingSheet } from './LeavingSheet.tsx'

/** What an administrator does with a colleague: the record, the roles, the password, and whether they may sign in. */
export const PersonKeeping = ({ uid }: { uid: string }) => {
  const { data } = useAsk(userInfo, { uid })
  const { send } = useSend(userUpdate, { done: '已保存' })
  const { send: quietly } = useSend(userUpdate, { done: '已保存', quiet: true })
  const { send: makeLink } = useSend(invitationSave)
  const [invitations, setInvitations] = useState<readonly InvitationResult[]>([])
  const handOver = usePlacesHandOver(uid)
  const [open, setOpen] = useState<KeepingSheet>()
  const [leavingRequest, setLeavingRequest] = useState<LeavingRequest>()
  const isAllowed = useAllowed()
  const isOwn = useSession().uid === uid
  const { data: places } = useAsk(locationPeople, { managerUid: uid, pageSize: 1 })
  if (!data?.sysUserRoleEntityList) return null
  const { userName, state, sysUserRoleEntityList: roles } = data

  const isDisabled = state === 'disabled'

  const close = () => setOpen(undefined)
  /** Where it leads, the name is shown from the first moment on. */
  const withName = (open: () => void) => {
    learnNames({ [uid]: userName })
    open()
  }
  const turn = async () => {
    const words = turnWords(userName, isDisabled)
    if (!(await confirm(words))) return
    const change = { uid, state: isDisabled ? 'active' : 'disabled' } as const
    await quietly(change).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
      if (error.reason !== 'person.holds') return toast(error.message, 'error')
      const goOn = () => send({ ...change, confirmed: true }).catch(ignoreCallError)
      return setLeavingRequest({ holdings: holdingsIn(error.details), yes: words.yes, goOn })
    })
  }
  return (
    <Section title={t('账号管理')} right={isDisabled && <Tag tone="bad">{t('停用')}</Tag>}>
      <Cell title={t('编辑人员')} onPress={() => goHref(hrefOf(editPathOfNoun('person'), { id: uid }))} />
      <Cell title={t('角色')} value={roles.map(({ roleName }) => t(roleName)).join(t('、'))} onPress={() => setOpen('roles')} />
      {isAllowed('sysrole:list') && <Cell title={t('权限说明')} text={t('哪个角色给了哪项权限')} onPress={() => setOpen('rights')} />}
      {isAllowed('sysrole:save') && !isDisabled && (
        <Cell title={t('预览权限')} text={t('这个人看到的菜单和数量')} onPress={() => setOpen('preview')} />
      )}
      {!isOwn && !isDisabled && (
        <Cell
          title={t('登录链接')}
          text={t('对方打开后自己设置密码，只能用一次')}
          onPress={() => void makeLink({ uids: [uid] }).then(({ list }) => setInvitations(list), ignoreCallError)}
        />
      )}
      {!isOwn && <Cell title={t('重置密码')} onPress={() => setOpen('password')} />}
      {isAllowed(`${recordCodeOf(recordOf('asset'))}:list`) && (
        <Cell title={t('名下资产')} onPress={() => withName(() => goHref(hrefOf(listPathOfNoun('asset'), { holderUid: uid })))} />
      )}
      {places !== undefined && places.totalCount > 0 && (
        <Cell title={t('移交管理的区域')} value={t('{count}个', { count: places.totalCount })} onPress={() => setOpen('places')} />
      )}
      {!isOwn && isAllowed('workflow:reassign') && <Cell title={t('离职交接')} onPress={() => withName(() => setOpen('handOver'))} />}
      {!isOwn && <Cell title={t('离职清退')} onPress={() => go('/pages/addressbook/clearance', { uid })} />}
      {!isOwn && <Cell title={isDisabled ? t('恢复账号') : t('停用账号')} danger={!isDisabled} onPress={() => void turn()} />}
      <LeavingSheet
        leaving={leavingRequest}
        name={userName}
        onClose={() => setLeavingRequest(undefined)}
        onHandOver={(what) => {
          setLeavingRequest(undefined)
          withName(() => setOpen(what))
        }}
      />
      <InvitationLinks invited={invitations} title={t('把链接交给本人')} onClose={() => setInvitations([])} />
      <HandOver open={open === 'handOver'} onClose={close} leaving={uid} />
      <KeepingSheets
        uid={uid}
        sheet={open}
        roles={roles.map(({ roleCode }) => roleCode)}
        onClose={close}
        onHandOver={(toUid) => void handOver(toUid)}
      />
    </Section>
  )
}

/** Hands the places that a person manages to another. */
const usePlacesHandOver = (uid: string) => {
  const { send: handOverPlaces } = useSend(locationHandOver)
  const handOver = async (toUid: string) => {
    const { moved } = await handOverPlaces({ uid, toUid }).catch((error: unknown) => {
      ignoreCallError(error)
      return { moved: 0 }
    })
    if (moved > 0) toast(t('已移交{count}个区域', { count: moved }), 'success')
  }
  return handOver
}

/** Asks before an account is stopped or started again. */
const turnWords = (userName: string, isDisabled: boolean) =>
  isDisabled
    ? { title: t('恢复{name}的账号?', { name: userName }), text: t('恢复后可以重新登录。'), yes: t('恢复账号') }
    : {
        title: t('停用{name}的账号?', { name: userName }),
        text: t('停用后立即退出所有设备，不能再登录；待他处理的审批转给接替人或流程管理员。'),
        yes: t('停用账号'),
        danger: true,
      }

type KeepingSheetsProps = {
  uid: string
  sheet: KeepingSheet | undefined
  roles: readonly string[]
  onClose: () => void
  onHandOver: (toUid: string) => void
}

/** What is asked for before the person is changed. */
const KeepingSheets = ({ uid, sheet, roles, onClose, onHandOver }: KeepingSheetsProps) => (
  <>
    <ReferencePicker
      open={sheet === 'places'}
      onClose={onClose}
      noun="person"
      filter={{ state: 'active' }}
      title={t('移交给谁')}
      chosen={[]}
      onChoose={([toUid]) => toUid && onHandOver(toUid)}
    />
    <Sheet open={sheet === 'roles'} onClose={onClose} title={t('设置角色')}>
      {sheet === 'roles' && <Roles uid={uid} granted={roles} onDone={onClose} />}
    </Sheet>
    {sheet === 'preview' && <RightsPreview title={t('预览权限')} subject={{ uid }} onClose={onClose} />}
    <Sheet open={sheet === 'rights'} onClose={onClose} title={t('权限说明')} tall>
      {sheet === 'rights' && <PersonRights uid={uid} />}
    </Sheet>
    <Sheet open={sheet === 'password'} onClose={onClose} title={t('重置密码')}>
      {sheet === 'password' && <Password uid={uid} onDone={onClose} />}
    </Sheet>
  </>
)

type KeepingSheet = 'roles' | 'rights' | 'preview' | 'password' | 'handOver' | 'places'

/** The holdings that a refusal names. */
const holdingsIn = (details: unknown): readonly HoldingRow[] => (isHoldings(details) ? details : [])
const isHoldings = (details: unknown): details is readonly HoldingRow[] => Array.isArray(details)

const Roles = ({ uid, granted, onDone }: { uid: string; granted: readonly string[]; onDone: () => void }) => {
  const { data } = useAsk(roleList, { page: 1, pageSize: rolePageSize })
  const [chosenRoles, setChosenRoles] = useState(granted)
  const { send, sending } = useSend(changeRole, { done: '已保存' })
  const save = async () => {
    await send({ uid, mode: 'grant', sysUserRoleEntityList: chosenRoles.map((roleCode) => ({ roleCode })) }).then(onDone, ignoreCallError)
  }
  return (
    <>
      <Card flush>
        <Choices
          label={t('角色')}
          value={chosenRoles}
          onChange={(codes) => setChosenRoles(codes)}
          options={(data?.list ?? []).map(({ roleCode, roleName }) => ({ value: roleCode, label: roleName }))}
          error={chosenRoles.length === 0 ? t('请至少选择一个角色') : undefined}
        />
      </Card>
      <Button size="large" wide busy={sending} disabled={chosenRoles.length === 0} onClick={() => void save()} className="mt-4">
        {t('确定')}
      </Button>
    </>
  )
}

const Password = ({ uid, onDone }: { uid: string; onDone: () => void }) => {
  const [chosenUid, setChosenUid] = useState('')
  const [problem, setProblem] = useState<string>()
  const { send, sending } = useSend(userUpdate, { done: '密码已修改', quiet: true })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = passwordProblem(chosenUid)
    setProblem(wrong)
    if (wrong) return
    try {
      await send({ uid, password: chosenUid })
      onDone()
    } catch (error) {
      ignoreCallError(error)
      if (error instanceof CallError) setProblem(error.message)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Card flush>
        <TextField
          label={t('新密码')}
          type="password"
          autoComplete="new-password"
          maxLength={10}
          value={chosenUid}
          onChange={setChosenUid}
          error={problem}
          hint={t('8到10个字符，包含数字、小写字母和大写字母')}
          required
        />
      </Card>
      <p className="px-1 pt-3 text-small text-faint">{t('对方在所有设备上的登录会失效；他用这个密码登录时，会先被要求换成自己的密码。')}</p>
      <Button type="submit" size="large" wide busy={sending} className="mt-4">
        {t('确定')}
      </Button>
    </form>
  )
}

const passwordProblem = (password: string): string | undefined => {
  if (password === '') return t('请输入新密码')
  return brokenRule(password, [passwordRule]) ? ruleMessage(passwordRule, '密码', t) : undefined
}
