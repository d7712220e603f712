import { expect, it } from 'vitest'
import { extensionOf, kindOf, leftOutText, recordId } from './media.ts'

it('takes the five known endings for video and everything else for an image', () => {
  for (const name of ['a.mp4', 'a.MOV', 'x/y.wmv', 'a.3gp', 'https://h/a.avi?e=1&s=2'])
    expect(kindOf(name)).toBe('video')
  for (const name of ['a.jpg', 'a.heic', 'a', 'a.mp4.png', 'mp4', 'a.webm']) expect(kindOf(name)).toBe('image')
})

it('reads endings from names, paths and addresses', () => {
  expect(extensionOf('12/pickup/202612/1796090400123k3Qz9aBd.jpg')).toBe('.jpg')
  expect(extensionOf('/media/a.PNG?e=1#x')).toBe('.png')
  expect(extensionOf('no-ending')).toBe('')
})

it('knows the id of a record that is stored, and sends none of one that is being made', () => {
  expect(recordId('501')).toBe('501')
  for (const name of ['', 'new', 'new-501', 'arrival']) expect(recordId(name)).toBeUndefined()
})

it('says how many of the chosen files were taken, and how many were not', () => {
  expect(leftOutText(60, 20)).toBe('选了60个文件，只取前20个，其余40个超出数量上限，未添加')
  expect(leftOutText(3, 0)).toBe('文件数量已达上限，请先删除再添加')
})
