import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { releasePlatforms } from '../../domain/releases/release.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { DoorWords } from '../entrance/DoorPage.tsx'
import { t } from '../words.ts'
import { platformTitles } from './platforms.ts'
import { shares } from './shares.ts'
import { type MissingWords, type ReleaseDraft, useReleasing } from './useReleasing.ts'

/** Offers a version of the app to devices. */
export const Releasing = ({ onDone }: { onDone: () => void }) => {
  const { draft, change, missing, problem, busy, isSending, submit } = useReleasing(onDone)

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Section>
        <Choice
          label={t('平台')}
          value={draft.platform}
          options={releasePlatforms.map((value) => ({ value, label: platformTitles[value] }))}
          onChange={(value) => change({ platform: value })}
          required
        />
        <TextField
          label={t('版本号')}
          value={draft.version}
          onChange={(version) => change({ version })}
          error={missing.version}
          placeholder="2.4.0"
          maxLength={30}
          required
        />
        <TextField
          label={t('内部版本号')}
          value={draft.code}
          onChange={(code) => change({ code })}
          error={missing.code}
          placeholder="1500"
          inputMode="numeric"
          maxLength={9}
          required
        />
      </Section>
      <PackageSection draft={draft} missing={missing} onChange={change} />
      <Section title={t('更新说明')}>
        <TextArea label={t('中文')} value={draft.remarkZh} onChange={(remarkZh) => change({ remarkZh })} max={1000} />
        <TextArea label={t('英文')} value={draft.remarkEn} onChange={(remarkEn) => change({ remarkEn })} max={1000} />
      </Section>
      <Section title={t('提供给')} note={t('先给一部分设备，没有问题再增加：已经收到的设备不会变。')}>
        <Choice label={t('多少设备')} value={draft.share} options={shares(100)} onChange={(share) => share && change({ share })} />
        <TextField
          label={t('从哪个版本起')}
          value={draft.fromVersion}
          onChange={(fromVersion) => change({ fromVersion })}
          placeholder={t('不限')}
          maxLength={30}
        />
        <TextField
          label={t('到哪个版本止')}
          value={draft.toVersion}
          onChange={(toVersion) => change({ toVersion })}
          placeholder={t('不限')}
          maxLength={30}
        />
        <Switch label={t('强制更新')} text={t('不更新不能继续使用')} value={draft.isForced} onChange={(isForced) => change({ isForced })} />
      </Section>
      <DoorWords problem={problem} />
      <Button type="submit" size="large" wide busy={busy}>
        {isSending ? t('正在上传') : t('发布')}
      </Button>
    </form>
  )
}

type PackageProps = { draft: ReleaseDraft; missing: MissingWords; onChange: (values: Partial<ReleaseDraft>) => void }

/** What is installed: a file that is uploaded here, or where it is to be had. */
const PackageSection = ({ draft, missing, onChange }: PackageProps) => {
  const picker = useRef<HTMLInputElement>(null)
  const { file } = draft
  return (
    <>
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
            value={draft.downUrl}
            onChange={(downUrl) => onChange({ downUrl })}
            error={missing.downUrl}
            placeholder="https://"
            maxLength={500}
            required={draft.platform !== 'web'}
          />
        )}
      </Section>
      <input
        ref={picker}
        type="file"
        accept=".apk,.ipa,.wgt,.zip"
        className="hidden"
        aria-label={t('选择文件')}
        onChange={({ target }) => onChange({ file: target.files?.[0] })}
      />
    </>
  )
}
