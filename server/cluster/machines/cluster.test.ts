import { expect, it } from 'vitest'
import { primaryOf } from './cluster.ts'

/** A machine that says so from the given question on. */
function machine(name: string, from: number) {
  let asked = 0
  return { name, isOn: true, answers: async () => ++asked >= from }
}

it('asks for the primary until a machine has its place: on a busy one nobody may have it for a moment', async () => {
  const machines = [machine('n1', Number.POSITIVE_INFINITY), machine('n2', 3)]
  expect((await primaryOf(machines)).name).toBe('n2')
})

it('asks for another one than the former', async () => {
  const [former, next] = [machine('n1', 1), machine('n2', 2)]
  expect((await primaryOf([former, next], former)).name).toBe('n2')
})
