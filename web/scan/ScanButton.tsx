import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import type { Scan } from '../../devices/scanner.ts'
import type { ScannedNoun } from '../../domain/scan/operations.ts'
import { host } from '../../hosts/here.ts'
import { CallError } from '../call.ts'
import { IconButton } from '../look/IconButton.tsx'
import { loadLater } from '../look/loadLater.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { findScanned, type ScanResult, meant } from './find.ts'
import { useGun } from './useGun.ts'

type Props = {
  wants: readonly ScannedNoun[]
  onFound: (result: ScanResult) => void
  /** Stays open for the next one. */
  many?: boolean
}

/** Chooses a thing by its label, beside a search box: by the camera, or by a gun without another tap. */
export const ScanButton = ({ wants, onFound, many = false }: Props) => {
  const [open, setOpen] = useState(false)
  const read = async (scan: Scan) => {
    try {
      const result = await meant(await findScanned(scan, wants))
      host.signal(typeof result === 'string' ? 'error' : 'hit')
      if (typeof result === 'string') toast(result, 'error')
      else if (result) onFound(result)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    }
  }
  useGun(!open, (scan) => void read(scan))
  return (
    <>
      <span className="-mr-2">
        <IconButton icon={ScanLine} label={t('扫一扫')} iconSize={20} onClick={() => setOpen(true)} />
      </span>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('扫一扫')} tall>
        {open && (
          <ThingScan
            wants={wants}
            onFound={(result) => {
              if (!many) setOpen(false)
              onFound(result)
            }}
          />
        )}
      </Sheet>
    </>
  )
}

const ThingScan = loadLater(() => import('./ThingScan.tsx'))
