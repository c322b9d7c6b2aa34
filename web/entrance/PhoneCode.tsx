import { useEffect, useState } from 'react'
import { sendSmsCode } from '../../domain/access/signInOperations.ts'
import { smsCodeLength, smsCountdownSeconds } from '../../domain/rules/constants.ts'
import { mobile as mobileRule, ruleMessage } from '../../kernel/rule.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'

/** A phone number and the code that was sent to it. It belongs to what stays while its fields come and go, so that the seconds run on. */
export type PhoneCode = {
  readonly phone: string
  readonly code: string
  readonly setPhone: (text: string) => void
  readonly setCode: (text: string) => void
  /** Until another code may be asked for. */
  readonly seconds: number
  readonly countDown: (seconds: number) => void
}

export const usePhoneCode = (): PhoneCode => {
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [seconds, countDown] = useCountdown()
  return { phone: phone.trim(), code, setPhone, setCode, seconds, countDown }
}

/** What is missing or wrong of both; empty where they may be sent. */
export const phoneCodeProblem = ({ phone, code }: PhoneCode): string =>
  phoneProblem(phone) || (/^\d{6}$/.test(code) ? '' : t('请输入6位验证码'))

/** What is wrong with a phone number; empty where nothing is. */
export const phoneProblem = (phone: string): string => (mobileRule.test(phone) ? '' : ruleMessage(mobileRule, '', t))

/** Both fields, with the button that has a code sent. `onProblem` hears what went wrong with that, or that nothing did. */
export const PhoneCodeFields = ({ phoneCode, onProblem }: { phoneCode: PhoneCode; onProblem: (words: string) => void }) => {
  const { phone, code, setPhone, setCode, seconds, countDown } = phoneCode
  const [isSending, setSending] = useState(false)

  const send = async () => {
    const wrong = phoneProblem(phone)
    onProblem(wrong)
    if (wrong) return
    setSending(true)
    try {
      const { countdownSeconds = smsCountdownSeconds } = await call(sendSmsCode, { mobile: phone }, { quiet: true })
      countDown(countdownSeconds)
      toast(t('验证码已发送'), 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      onProblem(error.message)
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <TextField
        label={t('手机号码')}
        name="phone"
        type="tel"
        inputMode="tel"
        value={phone}
        onChange={setPhone}
        autoComplete="tel"
        maxLength={11}
      />
      <TextField
        label={t('验证码')}
        name="code"
        inputMode="numeric"
        value={code}
        onChange={(text) => setCode(text.replace(/\D/g, ''))}
        autoComplete="one-time-code"
        maxLength={smsCodeLength}
        end={
          <Button kind="plain" size="small" disabled={seconds > 0 || isSending} onClick={() => void send()}>
            {seconds > 0 ? t('{seconds}秒后重发', { seconds }) : t('获取验证码')}
          </Button>
        }
      />
    </>
  )
}

/** Seconds that count down to 0 once they are set, by the clock: also while the phone shows something else. */
const useCountdown = (): [seconds: number, start: (seconds: number) => void] => {
  const [untilMs, setUntilMs] = useState(0)
  const [nowMs, setNowMs] = useState(0)
  useEffect(() => {
    if (nowMs >= untilMs) return
    const timer = setTimeout(() => setNowMs(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [nowMs, untilMs])
  const start = (seconds: number) => {
    const now = Date.now()
    setNowMs(now)
    setUntilMs(now + seconds * 1000)
  }
  return [Math.max(0, Math.ceil((untilMs - nowMs) / 1000)), start]
}
