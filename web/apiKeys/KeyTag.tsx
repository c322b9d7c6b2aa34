import { useState } from 'react'
import { type ApiKey, keyStates, keyWarningDays } from '../../domain/access/keyOperations.ts'
import { Tag } from '../look/Tag.tsx'
import { t } from '../words.ts'

const dayMs = 86_400_000

/** Whether a key works, and how many days it has where they are few. */
export const KeyTag = ({ apiKey: { state, expiresAt } }: { apiKey: Pick<ApiKey, 'state' | 'expiresAt'> }) => {
  const [now] = useState(() => Date.now())
  if (state !== 'active') return <Tag tone={state === 'expired' ? 'bad' : 'plain'}>{t(keyStates[state])}</Tag>
  const days = Math.max(1, Math.ceil((Date.parse(expiresAt) - now) / dayMs))
  return <Tag tone={days <= keyWarningDays[0] ? 'warn' : 'good'}>{t('还剩{days}天', { days })}</Tag>
}
