import { mailBounce } from '../../domain/mail/operations.ts'
import { useAsk } from '../ask.ts'
import { Value } from '../look/Cell.tsx'
import { when } from '../shell/when.ts'
import { t } from '../words.ts'

/** That the address of a person returned mail, for who may know it. */
export const MailBounce = ({ uid }: { uid: string }) => {
  const { data } = useAsk(mailBounce, { uid })
  if (!data?.bouncedAt) return null
  return (
    <Value label={t('邮件退回')}>
      <span className="text-bad">
        {when(data.bouncedAt)} {data.bounce}
      </span>
    </Value>
  )
}
