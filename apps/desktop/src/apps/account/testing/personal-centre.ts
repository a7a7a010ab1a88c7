import type { User } from '@boxwood/account-sdk';
import { within } from '@testing-library/react';
import type { AccountReplies } from '../../../testing/account-replies.ts';
import type { PagePart } from '../../../testing/page-part.ts';
import { renderApp, type RenderAppOptions } from '../../../testing/render-app.tsx';
import { account } from '../manifest.ts';

export const ANN: User = { userName: 'ann', nickName: 'Anna', mail: '', mobile: '', avatar: '' };
export const BOUND: User = {
  userName: 'ann',
  nickName: 'Anna',
  mail: 'ann@example.com',
  mobile: '+447700900123',
  avatar: '',
};

/** The Personal Centre of a user, over a service that stores what it is sent. */
export const renderPersonal = async (
  user: User = ANN,
  more: NonNullable<AccountReplies['user']> = {},
  rest: Omit<AccountReplies, 'user'> = {},
  options: RenderAppOptions<'account'> = {},
) => {
  let me = user;
  return renderApp(account, {
    ...options,
    account: {
      ...rest,
      user: {
        get: () => me,
        points: () => ({ points: 17 }),
        changeNickname: ({ nickName }) => {
          me = { ...me, nickName };
          return {};
        },
        proveAddress: () => ({}),
        changeMail: ({ mail }) => {
          me = { ...me, mail };
          return {};
        },
        changeMobile: ({ mobile }) => {
          me = { ...me, mobile };
          return {};
        },
        changePassword: () => ({}),
        changeAvatar: () => {
          me = { ...me, avatar: '/avatar/new.png' };
          return { avatar: me.avatar };
        },
        ...more,
      },
    },
  });
};
export type PersonalApp = Awaited<ReturnType<typeof renderPersonal>>;

export const rowOf = (app: PagePart, label: string): HTMLElement => {
  const row = app.getByText(label).parentElement;
  if (row === null) throw new Error(`${label} is in no row`);
  return row;
};
/** Opens the dialog of a row by its button. */
export const change = async (app: PersonalApp, label: string, dialog: string, button = 'Change'): Promise<PagePart> => {
  await app.press(within(rowOf(app, label)).getByRole('button', { name: button }));
  return app.dialog(dialog);
};
export const fieldOf = (form: PagePart, label: string) => form.getByLabelText<HTMLInputElement>(label);
export const alertOf = (form: PagePart) => form.getByRole('alert').textContent;
