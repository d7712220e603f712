import { describe, expect, it } from 'vitest'
import { promisedWords, readerOf, taskWords } from './refund-task-words.ts'

describe('a refund that waits', () => {
  const people = [
    { accountId: '1', kinds: ['deposit', 'refund'] },
    { accountId: '2', kinds: ['refund'] },
  ]
  const words = (accountId: string | null, reader: string, kind = 'deposit') =>
    promisedWords({ accountId, dueAt: null }, '王财务', readerOf(reader, people, kind), 0)

  it('waits for the reader who may make it, and for a colleague otherwise', () => {
    expect(words(null, '1')).toBe('待您退还')
    expect(words(null, '2', 'refund')).toBe('待您退还')
    expect(words(null, '2')).toBe('由有权限的同事退还')
  })
  it('names whoever it was given to, and the reader as such', () => {
    expect(words('2', '1')).toBe('由王财务退还')
    expect(words('1', '1')).toBe('待您退还')
  })
  it('is told before the return where it will wait', () => {
    const told = (accountId: string | null, reader: string) =>
      taskWords({ accountId, dueAt: null }, readerOf(reader, people, 'deposit'))
    expect(told(null, '1')).toBe('确认后列入您的待办，直到退还')
    expect(told(null, '2')).toBe('确认后列入有权限的同事的待办')
    expect(told('2', '1')).toBe('确认后列入其待办，直到退还')
  })
})
