import { describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { ApiFailure, ConnectionFailure } from '../../data/failure.ts'
import { listFailureText, listNameMistake } from './listMistakes.ts'

describe('the name of a list', () => {
  it.each([
    ['[ACC-5-017] is required', '', 'Name cannot be empty.'],
    ['[ACC-5-018] is no other list’s', 'recipes', 'List with name recipes already exists.'],
    ['[ACC-5-018] is no other list’s in other letters', 'Recipes', 'List with name Recipes already exists.'],
    ['has three characters', 'ab', 'Name has to be at least 3 characters.'],
    ['is free otherwise', 'moss_walks', null],
  ])('%s', (_rule, name, mistake) => {
    expect(listNameMistake(name, ['bookmarks', 'recipes'])).toBe(mistake)
  })
})

describe('a list that could not be stored', () => {
  it.each([
    ['another window was quicker', new ApiFailure(errors.listExists), 'List with name moss already exists.'],
    [
      'the member has as many as possible',
      new ApiFailure(errors.tooManyLists),
      "You can't have any more lists. Delete one first.",
    ],
    ['the server is away', new ConnectionFailure(), null],
  ])('says why: %s', (_case, error, text) => {
    expect(listFailureText(error, 'moss')).toBe(text)
  })
})
