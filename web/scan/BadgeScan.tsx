import { useState } from 'react'
import { addressBookBadge, type AddressBookMember } from '../../domain/addressBook/operations.ts'
import type { Scan } from '../../devices/scanner.ts'
import { call, CallError } from '../call.ts'
import { t } from '../words.ts'
import { CameraView } from './CameraView.tsx'

/** Reads a person's badge by camera, scanner or hand; `onFound` gets who it names. */
export default function BadgeScan({ onFound }: { onFound: (member: AddressBookMember) => void }) {
  const [busy, setBusy] = useState(false)
  const read = async ({ text }: Scan) => {
    setBusy(true)
    try {
      const member = await call(addressBookBadge, { code: text.slice(0, 200) }, { quiet: true })
      if (!member) return t('没有找到这个工牌的人')
      onFound(member)
      return undefined
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return error.message
    } finally {
      setBusy(false)
    }
  }
  return (
    <CameraView
      onRead={read}
      busy={busy}
      hint={t('对准工牌上的条码或二维码')}
      typed={t('工号、登录名或手机号码')}
      className="h-[60%] min-h-80 rounded-card"
    />
  )
}
