import { buffer } from 'node:stream/consumers'
import { idProblem } from '@cheyi/domain/platform/check/id-number'
import { identityType } from '@cheyi/domain/rental/driver/codes'
import { licenceStates, type SimulatedAnswer } from '@cheyi/domain/rental/driver/paper-check'
import { parseDateTime } from '@cheyi/domain/time'
import type { CaihAccount } from '../../kernel/process/config.ts'
import { type LocalServer, localServer } from '../local-server.ts'
import { fault, type Simulated, tencentSimulator } from '../tencent/simulator.ts'
import { type CaihQuestion, caihSign, PRODUCT } from './caih.ts'
import { registerProduct } from './tencent.ts'

/** Maximum number of names with an answer of their own; the oldest is removed. */
const MOST_TOLD = 100

/** A register that confirms every person and number, unless an answer was set for the name. */
export interface SimulatedRegister extends LocalServer {
  tell(name: string, answer: SimulatedAnswer): void
}

/** The answers that were set for names. */
function toldNames() {
  const told = new Map<string, SimulatedAnswer>()
  return {
    of: (name: string): SimulatedAnswer => told.get(name) ?? 'same',
    tell(name: string, answer: SimulatedAnswer) {
      told.delete(name)
      told.set(name, answer)
      if (told.size > MOST_TOLD) told.delete(told.keys().next().value!)
    },
  }
}

/** Never answers, so that the client runs into its time limit. */
const waitForever = () => new Promise<never>(() => {})

const isResidentNumber = (number: string) => idProblem(identityType.idCard, number) === null

const identities: Readonly<Partial<Record<SimulatedAnswer, object>>> = {
  different: { Result: '-1', Description: '姓名和身份证号不一致' },
  nobody: { Result: '-5', Description: '证件库中无此身份证记录' },
}

/** The register of the police behind Tencent Cloud's protocol. */
export function idCardSimulator(account: Simulated): SimulatedRegister {
  const { of, tell } = toldNames()
  const server = tencentSimulator(account, registerProduct, (action, { Name = '', IdCard = '' }) => {
    if (action !== 'IdCardVerification') return null
    if (!isResidentNumber(IdCard)) return { Result: '-2', Description: '非法身份证号' }
    const answer = of(Name)
    if (answer === 'fail') return fault('FailedOperation.UnKnown')
    return answer === 'slow'
      ? waitForever()
      : (identities[answer] ?? { Result: '0', Description: '姓名和身份证号一致' })
  })
  return { ...server, tell }
}

const licence = (state: string, allowDriveCar: string) => ({
  state: '00',
  desc: '查询成功',
  allowDriveCar,
  driveCardStatus: `${state}/${licenceStates[state]}`,
})

const licences: Readonly<Partial<Record<SimulatedAnswer, object>>> = {
  different: { state: '01', desc: '姓名与驾驶证号不一致' },
  nobody: { state: '02', desc: '查无记录' },
  otherClass: licence('A', 'C2/小型自动挡汽车'),
  suspended: licence('D', 'C1/小型汽车'),
  revoked: licence('F', 'C1/小型汽车'),
  overPoints: licence('B', 'C1/小型汽车'),
}

const SKEW_MS = 300_000

/** The register of the traffic police behind CAIH's protocol. The allowed clock difference is not documented. */
export function licenceSimulator(account: CaihAccount & Pick<Simulated, 'now'>): SimulatedRegister {
  const { of, tell } = toldNames()

  async function said({ authinfo, param }: CaihQuestion): Promise<object> {
    const at = timeOf(authinfo.timestamp)
    if (at === null || Math.abs(account.now() - at) > SKEW_MS) return { code: '204', message: '时间戳格式错误' }
    const known = authinfo.userkey === account.userKey && authinfo.appid === account.appId
    if (!known || authinfo.sign !== caihSign(account, authinfo.timestamp))
      return { code: '205', message: '认证签名格式错误' }
    if (!isResidentNumber(param.driveLicenseCode)) return { code: '201', message: '请求内容格式错误' }
    const answer = of(param.name)
    if (answer === 'fail') return { code: '999', message: '系统异常' }
    if (answer === 'slow') return waitForever()
    const data = licences[answer] ?? licence('A', 'C1/小型汽车')
    return { code: '000', message: '请求成功', msgid: String(account.now()), billing: '1', data }
  }

  const server = localServer((request, response) => {
    const asked = async () => {
      const body = (await buffer(request)).toString()
      if (request.method !== 'POST' || request.url !== `/${PRODUCT}`)
        return { code: '201', message: '请求内容格式错误' }
      return said(JSON.parse(body) as CaihQuestion)
    }
    asked()
      .catch(() => ({ code: '201', message: '请求内容格式错误' }))
      .then((answer) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)))
  })
  return { ...server, tell }
}

/** `20190310121232`, Beijing. */
const timeOf = (timestamp: string): number | null =>
  parseDateTime(timestamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3 $4:$5:$6'))
