import { idProblem } from '@cheyi/domain/check/id-number'
import { identityType } from '@cheyi/domain/driver/codes'
import type { RegisterSimulator } from '../../kernel/ports.ts'
import type { LocalServer } from '../local-server.ts'
import { fault, type Simulated, tencentSimulator } from '../tencent/simulator.ts'
import { registerProduct } from './tencent.ts'

/** So many names at most have answers of their own; the oldest goes. */
const MOST_TOLD = 100

const results = {
  same: { Result: '0', Description: '姓名和身份证号一致' },
  different: { Result: '-1', Description: '姓名和身份证号不一致' },
  nobody: { Result: '-5', Description: '证件库中无此身份证记录' },
}

/** It knows everybody by the number they show, unless it was told otherwise of a name. */
export function registerSimulator(account: Simulated): LocalServer & RegisterSimulator {
  const told = new Map<string, Parameters<RegisterSimulator['tell']>[1]>()
  const server = tencentSimulator(account, registerProduct, (action, { Name = '', IdCard = '' }) => {
    if (action !== 'IdCardVerification') return null
    if (idProblem(identityType.idCard, IdCard) !== null) return { Result: '-2', Description: '非法身份证号' }
    const answer = told.get(Name) ?? 'same'
    if (answer === 'fail') return fault('FailedOperation.UnKnown')
    // Until the other side has waited enough.
    return answer === 'slow' ? new Promise<never>(() => {}) : results[answer]
  })
  return {
    ...server,
    tell(name, answer) {
      told.delete(name)
      told.set(name, answer)
      if (told.size > MOST_TOLD) told.delete(told.keys().next().value!)
    },
  }
}
