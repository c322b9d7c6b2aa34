import type { ProcessDetail } from '../../../domain/approval/operations/process.ts'
import { Notice } from '../../look/Notice.tsx'
import { fullTime } from '../../shell/dateWords.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'

/** Says that an application was revoked, or that this is asked for, and leads to the application that does it. */
export const RevocationNotice = ({ revocation: { revokedAt, processId } }: Pick<ProcessDetail, 'revocation'>) => {
  if (processId === null) return null
  return (
    <Notice
      text={revokedAt ? t('这份申请已于{time}作废。', { time: fullTime(revokedAt) }) : t('这份申请正在申请作废。')}
      action={t('查看作废申请')}
      onPress={() => go('/pages/flow/progress', { processId })}
    />
  )
}
