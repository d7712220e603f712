import { contract } from '@cheyi/contract/index'
import { describe, expect, it } from 'vitest'
import { compileSerialiser } from './envelope.ts'

describe('serialisers', () => {
  it.each(
    Object.entries(contract).flatMap(([feature, calls]) =>
      Object.entries(calls).map(([name, call]) => ({ name: `${feature}.${name}`, call })),
    ),
  )('$name has an answer schema that compiles', ({ call }) => {
    expect(compileSerialiser(call)).toBeTypeOf('function')
  })
})
