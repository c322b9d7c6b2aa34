import { useEffect, useRef, useState } from 'react'
import { host } from '../../hosts/here.ts'
import type { Fix } from '../../hosts/host.ts'
import { metresBetween } from '../../domain/maps/grid.ts'
import type { NoFix } from '../maps/bestFix.ts'

/** Where the device is while the screen is looked at; `why` where that is not known. Goes on for as long as the screen is shown. */
export type OwnPosition = { readonly fix: Fix | undefined; readonly why: NoFix | undefined; readonly isLooking: boolean }

/** A fix that is older says where a person was. */
const freshMs = 30_000
/** A device that has not been found by then most likely is not. */
const lookingMs = 8000

export const useHere = (): OwnPosition => {
  const { follow } = host
  const [here, setHere] = useState<OwnPosition>(() => ({
    fix: undefined,
    why: follow ? undefined : 'absent',
    isLooking: follow !== undefined,
  }))
  const best = useRef<Fix>(undefined)
  useEffect(() => {
    if (!follow) return
    const timer = setTimeout(
      () => setHere((now) => ({ ...now, isLooking: false, why: now.fix ? undefined : (now.why ?? 'unknown') })),
      lookingMs,
    )
    const stop = follow(
      (fix) => {
        if (!isBetter(fix, best.current)) return
        best.current = fix
        setHere({ fix, why: undefined, isLooking: false })
      },
      (reason) => setHere((now) => (now.fix && reason === 'unknown' ? now : { fix: undefined, why: reason, isLooking: false })),
    )
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [follow])
  return here
}

/** Devices tell coarse fixes between fine ones: those are left aside as long as they do not say that the person has moved on. */
const isBetter = (fix: Fix, best: Fix | undefined): boolean =>
  !best ||
  fix.atMs - best.atMs > freshMs ||
  fix.accuracyMetres <= best.accuracyMetres ||
  metresBetween(fix, best) > fix.accuracyMetres + best.accuracyMetres
