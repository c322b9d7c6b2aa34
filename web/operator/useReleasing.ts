import { type FormEvent, useState } from 'react'
import { operatorPackage, operatorRelease } from '../../domain/releases/operations.ts'
import type { ReleasePlatform } from '../../domain/releases/release.ts'
import { newId } from '../../kernel/id.ts'
import { CallError } from '../call.ts'
import { upload } from '../forms/fileUpload.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { usePass } from './pass.ts'
import { useAct } from './useAct.ts'

/** A version of the app as it is filled in. */
export type ReleaseDraft = {
  readonly platform: ReleasePlatform
  readonly version: string
  readonly code: string
  readonly remarkZh: string
  readonly remarkEn: string
  readonly file: File | undefined
  readonly downUrl: string
  readonly isForced: boolean
  readonly share: string
  readonly fromVersion: string
  readonly toVersion: string
}
/** What is wrong with a field, in words. */
export type MissingWords = { readonly version?: string; readonly code?: string; readonly downUrl?: string }

const blank: ReleaseDraft = {
  platform: 'android',
  version: '',
  code: '',
  remarkZh: '',
  remarkEn: '',
  file: undefined,
  downUrl: '',
  isForced: false,
  share: '100',
  fromVersion: '',
  toVersion: '',
}

/** A version under its author's hands: filled in, checked, uploaded and published. */
export const useReleasing = (onDone: () => void) => {
  /** Made once: sent again, it is the same version. */
  const [id] = useState(newId)
  const [draft, setDraft] = useState(blank)
  const [missing, setMissing] = useState<MissingWords>({})
  const { send, isSending, sendProblem, clearProblem } = usePackageUpload()
  const { act, busy, problem } = useAct()

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const problems = missingIn(draft)
    setMissing(problems)
    clearProblem()
    if (Object.keys(problems).length > 0) return
    const { file } = draft
    const sha256 = file && (await send(file))
    if (file && !sha256) return
    const release = await act(operatorRelease, {
      ...releaseInput(draft),
      id,
      ...(sha256 && { package: { sha256, name: file.name.replace(/[^\w.() -]/g, '_') } }),
    })
    if (!release) return
    toast(t('已发布'), 'success')
    onDone()
  }
  return {
    draft,
    missing,
    isSending,
    submit,
    change: (values: Partial<ReleaseDraft>) => setDraft((now) => ({ ...now, ...values })),
    problem: sendProblem || problem,
    busy: busy || isSending,
  }
}

const releaseInput = ({ platform, version, code, remarkZh, remarkEn, file, downUrl, isForced, share, ...range }: ReleaseDraft) => ({
  platform,
  version: version.trim(),
  code: Number(code),
  remarkZh,
  remarkEn,
  isForced,
  sharePercent: Number(share),
  ...(!file && downUrl.trim() && { downUrl: downUrl.trim() }),
  ...(range.fromVersion.trim() && { fromVersion: range.fromVersion.trim() }),
  ...(range.toVersion.trim() && { toVersion: range.toVersion.trim() }),
})

const missingIn = ({ platform, version, code, file, downUrl }: ReleaseDraft): MissingWords => ({
  ...(!isVersion(version) && { version: t('版本号应为数字和点，如 2.4.0') }),
  ...(!/^[1-9]\d{0,8}$/.test(code.trim()) && { code: t('请输入大于0的整数，每次发布都要更大') }),
  ...(platform !== 'web' && !file && !downUrl.trim() && { downUrl: t('请上传安装包，或填写下载地址') }),
})

const isVersion = (text: string): boolean => /^\d{1,6}(\.\d{1,6}){0,4}$/.test(text.trim())

/** Uploads what is installed; answers its hash, undefined where that did not succeed. */
const usePackageUpload = () => {
  const [isSending, setSending] = useState(false)
  const [sendProblem, setSendProblem] = useState('')
  const pass = usePass()
  const send = async (file: File): Promise<string | undefined> => {
    setSending(true)
    try {
      return await upload(file, file.name, { to: operatorPackage.path, token: pass?.token ?? '', quiet: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setSendProblem(error.message)
      return undefined
    } finally {
      setSending(false)
    }
  }
  return { send, isSending, sendProblem, clearProblem: () => setSendProblem('') }
}
