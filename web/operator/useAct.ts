import { useState } from 'react'
import type { InputOf, Operation, OutputOf } from '../../domain/operations/define.ts'
import { CallError } from '../call.ts'
import { callAsOperator } from './pass.ts'

/** Does something as the operator: `problem` is why not; afterwards what is on show is fresh. Undefined where it was refused. */
export const useAct = () => {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const act = async <O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O> | undefined> => {
    setBusy(true)
    setProblem('')
    try {
      return await callAsOperator(operation, input, { fresh: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { act, busy, problem, setProblem }
}
