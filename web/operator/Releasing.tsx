import { FileUp } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { operatorPackage, operatorRelease } from '../../domain/releases/operations.ts'
import { type ReleasePlatform, releasePlatforms } from '../../domain/releases/release.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { newId } from '../../kernel/id.ts'
import { CallError } from '../call.ts'
import { upload } from '../forms/fileUpload.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { toast } from '../look/overlays/toast.ts'
import { DoorWords } from '../entrance/DoorPage.tsx'
import { t } from '../words.ts'
import { usePass } from './pass.ts'
import { platformTitles } from './platforms.ts'
import { shares } from './shares.ts'
import { useAct } from './useAct.ts'

/** Offers a version of the app to devices. */
export const Releasing = ({ onDone }: { onDone: () => void }) => {
  /** Made once: sent again, it is the same version. */
  const [id] = useState(newId)
  const [platform, setPlatform] = useState<ReleasePlatform>('android')
  const [version, setVersion] = useState('')
  const [code, setCode] = useState('')
  const [remarkZh, setRemarkZh] = useState('')
  const [remarkEn, setRemarkEn] = useState('')
  const [file, setFile] = useState<File>()
  const [downUrl, setDownUrl] = useState('')
  const [isForced, setForced] = useState(false)
  const [share, setShare] = useState('100')
  const [fromVersion, setFromVersion] = useState('')
  const [toVersion, setToVersion] = useState('')
  const [missing, setMissing] = useState<{ version?: string; code?: string; downUrl?: string }>({})
  const [sending, setSending] = useState(false)
  const [unsent, setUnsent] = useState('')
  const picker = useRef<HTMLInputElement>(null)
  const pass = usePass()
  const { act, busy, problem } = useAct()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const problems = {
      ...(!isVersion(version) && { version: t('版本号应为数字和点，如 2.4.0') }),
      ...(!/^[1-9]\d{0,8}$/.test(code.trim()) && { code: t('请输入大于0的整数，每次发布都要更大') }),
      ...(platform !== 'web' && !file && !downUrl.trim() && { downUrl: t('请上传安装包，或填写下载地址') }),
    }
    setMissing(problems)
    setUnsent('')
    if (Object.keys(problems).length > 0) return
    const upload = file && (await send(file))
    if (file && !upload) return
    const release = await act(operatorRelease, {
      ...{ id, platform, version: version.trim(), code: Number(code), remarkZh, remarkEn, isForced, sharePercent: Number(share) },
      ...(upload && { package: { sha256: upload, name: file.name.replace(/[^\w.() -]/g, '_') } }),
      ...(!file && downUrl.trim() && { downUrl: downUrl.trim() }),
      ...(fromVersion.trim() && { fromVersion: fromVersion.trim() }),
      ...(toVersion.trim() && { toVersion: toVersion.trim() }),
    })
    if (!release) return
    toast(t('已发布'), 'success')
    onDone()
  }
  const send = async (file: File): Promise<string | undefined> => {
    setSending(true)
    try {
      return await upload(file, file.name, { to: operatorPackage.path, token: pass?.token ?? '', quiet: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setUnsent(error.message)
      return undefined
    } finally {
      setSending(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Section>
        <Choice
          label={t('平台')}
          value={platform}
          options={releasePlatforms.map((value) => ({ value, label: platformTitles[value] }))}
          onChange={(value) => value && setPlatform(value as ReleasePlatform)}
          required
        />
        <TextField
          label={t('版本号')}
          value={version}
          onChange={setVersion}
          error={missing.version}
          placeholder="2.4.0"
          maxLength={30}
          required
        />
        <TextField
          label={t('内部版本号')}
          value={code}
          onChange={setCode}
          error={missing.code}
          placeholder="1500"
          inputMode="numeric"
          maxLength={9}
          required
        />
      </Section>
      <Section title={t('安装包')} note={t('上传到这里，或填写应用商店、企业分发的地址。上传的文件不超过20 MB。')}>
        <Cell
          icon={FileUp}
          tint="#3e63dd"
          title={file ? file.name : t('选择文件')}
          {...(file && { value: inUnits(file.size) })}
          onPress={() => picker.current?.click()}
        />
        {!file && (
          <TextField
            label={t('下载地址')}
            value={downUrl}
            onChange={setDownUrl}
            error={missing.downUrl}
            placeholder="https://"
            maxLength={500}
            required={platform !== 'web'}
          />
        )}
      </Section>
      <input
        ref={picker}
        type="file"
        accept=".apk,.ipa,.wgt,.zip"
        className="hidden"
        aria-label={t('选择文件')}
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      <Section title={t('更新说明')}>
        <TextArea label={t('中文')} value={remarkZh} onChange={setRemarkZh} max={1000} />
        <TextArea label={t('英文')} value={remarkEn} onChange={setRemarkEn} max={1000} />
      </Section>
      <Section title={t('提供给')} note={t('先给一部分设备，没有问题再增加：已经收到的设备不会变。')}>
        <Choice label={t('多少设备')} value={share} options={shares(100)} onChange={(value) => value && setShare(value)} />
        <TextField label={t('从哪个版本起')} value={fromVersion} onChange={setFromVersion} placeholder={t('不限')} maxLength={30} />
        <TextField label={t('到哪个版本止')} value={toVersion} onChange={setToVersion} placeholder={t('不限')} maxLength={30} />
        <Switch label={t('强制更新')} text={t('不更新不能继续使用')} value={isForced} onChange={setForced} />
      </Section>
      <DoorWords problem={unsent || problem} />
      <Button type="submit" size="large" wide busy={busy || sending}>
        {sending ? t('正在上传') : t('发布')}
      </Button>
    </form>
  )
}

const isVersion = (text: string): boolean => /^\d{1,6}(\.\d{1,6}){0,4}$/.test(text.trim())
