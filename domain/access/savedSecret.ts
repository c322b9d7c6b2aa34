import { refuse } from '../../kernel/refusal.ts'

type SecretChange = {
  readonly saved: string | null | undefined
  /** Undefined or empty: the saved one stays. Null: there is none from now on. */
  readonly entered: string | null | undefined
  /** Where the saved secret is sent, and where it would be sent: an address, with whatever else says who could read it. */
  readonly from: string | undefined
  readonly to: string
}

/**
 * The secret that is kept after settings are saved. People may write it and not read it, so a saved one goes to no other address than it was entered
 * for: the address of the person who changes it would read it to them.
 */
export const secretAfter = ({ saved, entered, from, to }: SecretChange): string | null => {
  if (entered === null) return null
  if (entered) return entered
  if (!saved) return null
  if (from !== undefined && addressOf(from) !== addressOf(to))
    refuse('secret.address', '地址已更改：已保存的密钥、密码或请求头不会发送到新地址，请重新填写')
  return saved
}

/** The same address in the same letters. */
const addressOf = (text: string): string => (URL.canParse(text) ? new URL(text).href : text)
