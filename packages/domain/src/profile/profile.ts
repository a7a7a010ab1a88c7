import {
  ADVICE_TYPES,
  ChangeAvatar,
  ChangeMail,
  ChangeMobile,
  ChangeNickname,
  ChangePassword,
  codeParams,
  type CodePlace,
  type CodePurpose,
  GetInvite,
  GetNewestVersion,
  GetPoints,
  GetUser,
  GetVersion,
  ListBoxUsers,
  ListFriends,
  ProveAddress,
  RemoveBoxUser,
  RenameBox,
  SendCode,
  SendFeedback,
  TransferAdmin,
} from '@boxwood/account-sdk';
import type { Client, CommandSpec, ParamsOf, ResultOf, UploadFile } from '@boxwood/command-bus';
import { isNotOffered } from '@boxwood/box-sdk';
import { of, switchMap } from 'rxjs';
import { begin, answer, mapRight, type Outcome, type Question } from '../outcome.ts';

export type UserProfile = ResultOf<typeof GetUser>;
export type BoxUser = ResultOf<typeof ListBoxUsers>[number];
export type Friend = ResultOf<typeof ListFriends>[number];
export type Invite = ResultOf<typeof GetInvite>;
export type VersionInfo = ResultOf<typeof GetVersion>;
export type AdviceType = (typeof ADVICE_TYPES)[number];
export { ADVICE_TYPES };
export type { CodePlace, CodePurpose };

/** An uploaded file of a form. */
export type FormUpload = UploadFile;

/** The user's account, the users of the box, feedback and versions: all data of the account service (P-24). */
export interface Profile {
  me(): Question<UserProfile>;
  points(): Question<number>;
  friends(): Question<readonly Friend[]>;
  changeNickname(nickName: string): Outcome<null>;
  /** Yields the new address of the picture. */
  changeAvatar(file: FormUpload): Outcome<string>;
  /** Sends a code for one purpose to a mobile number or mail address; the next one after 60 s. */
  sendCode(address: string, purpose: CodePurpose): Outcome<CodePlace | null>;
  /**
   * Sends a code that verifies a new address. The result says where the code is when it could not be sent there; null:
   * sent.
   */
  proveAddress(address: string): Outcome<CodePlace | null>;
  changeMail(mail: string, mailCode: string): Outcome<null>;
  changeMobile(mobile: string, mobileCode: string): Outcome<null>;
  /** Ends all sessions of the user. */
  changePassword(password: string, param: string, code: string): Outcome<null>;
  users(boxName: string): Question<readonly BoxUser[]>;
  /** True when this also ended an open invitation. */
  removeUser(boxName: string, userName: string): Outcome<boolean>;
  transferAdmin(boxName: string, userName: string, code: string): Outcome<null>;
  renameBox(boxName: string, nick: string): Outcome<null>;
  invite(boxName: string): Question<Invite>;
  sendFeedback(type: AdviceType, contact: string, content: string, files: readonly FormUpload[]): Outcome<null>;
  /** Name and notes of one firmware version (A20). */
  version(model: string, version: string): Question<VersionInfo>;
  newestVersion(model: string): Question<VersionInfo>;
}

const whereIs = ({ at }: ResultOf<typeof SendCode>): CodePlace | null => at ?? null;

/** {@link Profile} implemented by an account service client. */
export const accountProfile = (account: Pick<Client, 'exec'>): Profile => {
  const ask = <C extends CommandSpec>(command: C, params: ParamsOf<C>) => answer(account, command, params);
  const act = <C extends CommandSpec>(command: C, params: ParamsOf<C>) =>
    begin(answer(account, command, params).pipe(mapRight(() => null)));
  const sendCode = (address: string, purpose: CodePurpose) =>
    answer(account, SendCode, { ...codeParams(address), purpose }).pipe(mapRight(whereIs));
  return {
    me: () => ask(GetUser, {}),
    points: () => ask(GetPoints, {}).pipe(mapRight(({ points }) => points)),
    friends: () => ask(ListFriends, {}),
    changeNickname: (nickName) => act(ChangeNickname, { nickName }),
    changeAvatar: (file) => begin(answer(account, ChangeAvatar, { file }).pipe(mapRight(({ avatar }) => avatar))),
    sendCode: (address, purpose) => begin(sendCode(address, purpose)),
    // A service without this call sends the code with the general one.
    proveAddress: (address) =>
      begin(
        answer(account, ProveAddress, { param: address }).pipe(
          mapRight(whereIs),
          switchMap((result) =>
            result._tag === 'Left' && isNotOffered(result.left) ? sendCode(address, 'address') : of(result),
          ),
        ),
      ),
    changeMail: (mail, mailCode) => act(ChangeMail, { mail, mailCode }),
    changeMobile: (mobile, mobileCode) => act(ChangeMobile, { mobile, mobileCode }),
    changePassword: (password, param, code) => act(ChangePassword, { password, param, code }),
    users: (boxName) => ask(ListBoxUsers, { boxName }),
    removeUser: (targetBox, targetUser) =>
      begin(answer(account, RemoveBoxUser, { targetUser, targetBox }).pipe(mapRight(({ renewed }) => renewed === 'Y'))),
    transferAdmin: (boxName, targetUser, code) => act(TransferAdmin, { boxName, targetUser, code }),
    renameBox: (boxName, nick) => act(RenameBox, { boxName, nick }),
    invite: (boxName) => ask(GetInvite, { boxName }),
    sendFeedback: (adviceType, adviceContact, adviceContent, files) =>
      act(SendFeedback, { adviceType, adviceContact, adviceContent, files }),
    version: (boxType, version) => ask(GetVersion, { boxType, version }),
    newestVersion: (boxType) => ask(GetNewestVersion, { boxType }),
  };
};
