import { describe, expect, it } from 'vitest'
import { advance } from './advance.ts'
import { enumeration } from './enumeration.ts'
import { Refusal } from './refusal.ts'
import { can, keyOf, machine, startsOf } from './step.ts'

const lights = enumeration({ off: [0, '关'], on: [1, '开'], bright: [2, '亮'], broken: [3, '坏'] })
const light = lights.code

const lightSteps = machine(lights, {
  entry: [light.off],
  final: [light.broken],
  refusal: 'orderStatusRefuses',
  steps: {
    press: { from: [light.off, light.on], to: { [light.off]: light.on, [light.on]: light.off }, by: 'order.list' },
    turn: {
      from: [light.on, light.bright],
      to: [light.on, light.bright],
      choose: ({ level }: { level: number }) => (level > 5 ? light.bright : light.on),
      guard: ({ level }: { level: number }) => (level > 9 ? { key: 'amountWrong' } : null),
      refuses: { [light.broken]: 'orderAlreadyPickedUp' },
    },
    dust: { from: [light.on], to: 'same' },
    fall: { from: [light.off, light.on, light.bright], to: light.broken },
  },
})

describe('a state machine', () => {
  it('moves by its table', () => {
    expect(advance(lightSteps, 'press', light.off)).toBe(light.on)
    expect(advance(lightSteps, 'press', light.on)).toBe(light.off)
    expect(advance(lightSteps, 'turn', light.on, { level: 7 })).toBe(light.bright)
    expect(advance(lightSteps, 'dust', light.on)).toBe(light.on)
    expect(startsOf(lightSteps, 'dust')).toEqual([light.on])
    expect(keyOf(lightSteps, 'press')).toBe('order.list')
    expect(keyOf(lightSteps, 'fall')).toBe('system')
  })

  it('refuses what is not listed, with the step’s own refusal where it has one', () => {
    expect(() => advance(lightSteps, 'press', light.broken)).toThrow(new Refusal('orderStatusRefuses'))
    expect(() => advance(lightSteps, 'turn', light.broken, { level: 1 })).toThrow(new Refusal('orderAlreadyPickedUp'))
  })

  it('checks the guard when the facts are known', () => {
    expect(() => advance(lightSteps, 'turn', light.on, { level: 10 })).toThrow('金额不正确')
    expect(can(lightSteps, 'turn', light.on)).toEqual({ ok: true })
    expect(can(lightSteps, 'turn', light.on, { level: 10 })).toEqual({ ok: false, key: 'amountWrong' })
    expect(can(lightSteps, 'dust', light.off)).toEqual({ ok: false, key: 'orderStatusRefuses' })
  })

  it('throws on load when a status cannot be reached or left', () => {
    const declare = (steps: Parameters<typeof machine<0 | 1 | 2 | 3, never>>[1]['steps'], final: (0 | 1 | 2 | 3)[]) =>
      machine(lights, { entry: [light.off], final, refusal: 'orderStatusRefuses', steps })
    expect(() => declare({} as never, [light.off])).toThrow('status 1 cannot be reached')
    expect(() =>
      declare({ fall: { from: [light.off], to: [light.on, light.bright, light.broken] } } as never, [light.broken]),
    ).toThrow('status 1 cannot be left')
  })
})
