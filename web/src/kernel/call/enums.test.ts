import { sources } from '@cheyi/domain/booking/order/codes'
import { expect, it } from 'vitest'
import { createEnums } from './enums.ts'

const served = {
  source: [
    { name: '线下', value: 1 },
    { name: '新平台', value: 99 },
  ],
  status: [{ name: '已取消', value: 8 }],
}

it('is asked for once, and makes options of what comes', async () => {
  let asked = 0
  const enums = createEnums(async () => {
    asked += 1
    return served
  })
  expect(Object.values(enums.lists())).toEqual(Array.from({ length: 9 }, () => []))
  await Promise.all([enums.load(), enums.load()])
  await enums.load()
  expect([asked, enums.status()]).toEqual([1, 'ready'])
  expect(enums.lists().sourceEnumList[1]).toEqual({ text: '新平台', value: '99', raw: { name: '新平台', value: 99 } })
  expect(enums.lists().payKindEnumList).toEqual([])
  await enums.load(true)
  expect(asked).toBe(2)
})

it('that fails is begun again by whoever asks next, and what was there stays', async () => {
  const answers = [new Error('lost'), served, new Error('lost')]
  const enums = createEnums(async () => {
    const answer = answers.shift()!
    if (answer instanceof Error) throw answer
    return answer
  })
  await enums.load()
  expect(enums.status()).toBe('initialize')
  await enums.load()
  expect(enums.status()).toBe('ready')
  await enums.load(true)
  expect([enums.status(), enums.lists().sourceEnumList.length]).toEqual(['initialize', 2])
})

it('names a code that this build does not know, and none that it does', async () => {
  const enums = createEnums(async () => ({ source: [...served.source.slice(1), { name: '别的', value: 1 }] }))
  const before = sources.text(1)
  await enums.load()
  expect([sources.text(99), sources.text(1)]).toEqual(['新平台', before])
})
