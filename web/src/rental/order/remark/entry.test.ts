import { describe, expect, it } from 'vitest'
import { orderSaveRemark } from '../../../form/calls/order-save-remark.gen.ts'
import { problemsOf } from '../../../form/form-call.ts'
import { lengthNote, photosProblem } from './entry.ts'

const done = { status: 'done' } as const

describe('a remark', () => {
  it.each([
    ['', '请输入备注内容'],
    ['  \n', '请输入备注内容'],
    ['改到 T2 航站楼', undefined],
    ['字'.repeat(500), undefined],
    ['字'.repeat(501), '备注内容不能超过500字'],
    [` ${'🚗'.repeat(250)} `, undefined],
  ])('%s', (content, problem) => {
    expect(problemsOf(orderSaveRemark.fields, { orderId: '1', content }).content).toBe(problem)
  })

  it('waits for its photos, nine at most', () => {
    expect(photosProblem([])).toBeUndefined()
    expect(photosProblem([done])).toBeUndefined()
    expect(photosProblem([done, { status: 'uploading' }])).toBe('照片还在上传，请稍候')
    expect(photosProblem([{ status: 'failed' }, { status: 'uploading' }])).toBe('有照片上传失败，请重试或删除')
    expect(photosProblem(Array.from({ length: 11 }, () => done))).toBe('最多 9 张照片，请删除 2 张')
  })

  it('counts only near its limit', () => {
    expect(lengthNote('短', 500)).toBeUndefined()
    expect(lengthNote('字'.repeat(412), 500)).toBe('412/500')
  })
})
