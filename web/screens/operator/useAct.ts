import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InputOf, Operation, OutputOf } from '../../../domain/operations/define.ts'
import { refreshByName } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { callAsOperator } from './pass.ts'

/** Does something as the operator: `problem` is why not, and afterwards everything that was read is asked again. Undefined where it was refused. */
export const useAct = () => {
  const client = useQueryClient()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const act = async <O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O> | undefined> => {
    setBusy(true)
    setProblem('')
    try {
      const answer = await callAsOperator(operation, input)
      await refreshByName(client, ['operator'])
      return answer
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
