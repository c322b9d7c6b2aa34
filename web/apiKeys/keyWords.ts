import { t } from '../words.ts'

/** How long a key lives, as people choose it. */
export const dayOptions = (): { value: string; label: string }[] =>
  ['30', '90', '180', '365'].map((value) => ({ value, label: t('{days}天', { days: value }) }))

/** Networks as they are written, a line each. */
export const networksIn = (text: string): string[] =>
  text
    .split(/[\s,，;；]+/)
    .map((part) => part.trim())
    .filter(Boolean)

export const networksText = (networks: readonly string[]): string => networks.join('\n')

/** Where the answer with the secret was lost on its way: it goes out once. */
export const secretLost = (): string => t('密钥已创建，但网络中断没能显示，请换发一个')
