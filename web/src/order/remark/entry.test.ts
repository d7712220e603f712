import { describe, expect, it } from 'vitest'
import { lengthNote, noEntry, problemsOf } from './entry.ts'

const done = { status: 'done' } as const

describe('a remark', () => {
  it.each([
    ['', '请输入备注内容'],
    ['  \n', '请输入备注内容'],
    ['改到 T2 航站楼', undefined],
    ['字'.repeat(500), undefined],
    ['字'.repeat(501), '备注不能超过500字'],
    [` ${'🚗'.repeat(500)} `, undefined],
  ])('%s', (content, problem) => {
    expect(problemsOf({ ...noEntry, content }, []).content).toBe(problem)
  })

  it('waits for its photos, nine at most', () => {
    const problem = (photos: Parameters<typeof problemsOf>[1]) =>
      problemsOf({ ...noEntry, content: '好' }, photos).photos
    expect(problem([done])).toBeUndefined()
    expect(problem([done, { status: 'uploading' }])).toBe('照片还在上传，请稍候')
    expect(problem([{ status: 'failed' }, { status: 'uploading' }])).toBe('有照片上传失败，请重试或删除')
    expect(problem(Array.from({ length: 11 }, () => done))).toBe('最多 9 张照片，请删除 2 张')
  })

  it('counts only near its limit', () => {
    expect(lengthNote({ ...noEntry, content: '短' })).toBeUndefined()
    expect(lengthNote({ ...noEntry, content: '字'.repeat(412) })).toBe('412/500')
  })
})
